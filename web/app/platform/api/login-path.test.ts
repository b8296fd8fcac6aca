import { beforeAll, expect, test, vi } from 'vitest'
import { nextPath } from './login-path.ts'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://toko.example' } })
  return () => vi.unstubAllGlobals()
})

test.each(['/cart', '/products?query=kue', '/my-order/order/1'])('a login leads on to %s', (next) => {
  expect(nextPath(new URLSearchParams({ next }))).toBe(next)
})

test.each([
  'javascript:xss()',
  'JaVaScRiPt:xss()',
  '\tjavascript:xss()',
  'data:text/html,<script>xss()</script>',
  '//jahat.example',
  '/\\jahat.example',
  'https://jahat.example',
  '/\t/jahat.example',
  '/.//jahat.example',
  ...['/\\[', '/auth/login'],
])('a login does not lead to %j', (next) => {
  expect(nextPath(new URLSearchParams({ next }), '/biasa')).toBe('/biasa')
})
