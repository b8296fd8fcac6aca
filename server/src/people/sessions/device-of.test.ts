import { expect, test } from 'vitest'
import { deviceOf } from './device-of.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const devices: [words: string, userAgent: string][] = [
  ['Chrome di Android', `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Chrome di Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/130.0.0.0 Safari/537.36`],
  [
    'Chrome di iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webKit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari di iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webKit} Version/17.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Safari di Mac atau iPad', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.0 Safari/605.1.15`],
  [
    'Edge di Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
  ],
  ['Firefox di Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Chrome di Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/130.0.0.0 Safari/537.36`],
  [
    'Samsung Internet di Android',
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A536E) ${blink} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Instagram di Android',
    `Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A; wv) ${blink} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 Instagram 305.0.0.34.111 Android (33/13)`,
  ],
  [
    'Facebook di Android',
    `Mozilla/5.0 (Linux; Android 12; wv) ${blink} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/435.0.0.42.112;]`,
  ],
]

test.each(devices)('a login is shown as %s', (words, userAgent) => {
  const { browser, system } = deviceOf(userAgent)
  expect(`${browser} di ${system}`).toBe(words)
})

test.each([null, '', 'curl/8.0', 'x'.repeat(500), '('.repeat(500)])('of %j nothing is known', (userAgent) => {
  expect(deviceOf(userAgent)).toEqual({ browser: null, system: null })
})
