/**
 * When cart, order form and my orders show their content and answer on a cheap phone with a weak signal (a processor 6
 * times slower, 400 ms, 50 kB/s), as the first page that is opened and after the home page; and when Checkout of a product
 * page looks ready there and how soon it answers a press: `node lab/bench/phone.ts [rounds]`, 5 unless it is given. To
 * compare two releases, copy this file into the other one and let them take turns.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../e2e/find-chromium.ts'
import { openDemoShop } from './demo-shop.ts'
import { median } from './report.ts'

const rounds = Number(process.argv[2] ?? 5)
/** The content of each page that only its scripts can show. */
const pages = {
  '/cart': 'main a[href="/order"]',
  '/order': 'main form button[type="submit"]',
  '/my-order': 'main article',
}

const shop = await openDemoShop('tiny')
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const session = await shop.logIn()
  const keepSession = `try { Object.assign(localStorage, ${JSON.stringify(session)}) } catch {}`
  const seen = new Map<string, Record<string, number>[]>()
  const note = (name: string, figures: Record<string, number>) => seen.set(name, [...(seen.get(name) ?? []), figures])
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, content] of Object.entries(pages)) {
      note(`${path} first`, await openOnPhone(keepSession, false, (page) => showContent(page, path, content)))
      note(`${path} after home`, await openOnPhone(keepSession, true, (page) => showContent(page, path, content)))
    }
    note('Checkout', await openOnPhone('', false, pressCheckout))
  }
  for (const [name, all] of seen) {
    const figures = Object.keys(all[0] ?? {}).map(
      (key) => `${key} ${Math.round(median(all.map((one) => one[key] ?? 0)))}`,
    )
    console.log(`${name}: ${figures.join(', ')}`)
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await shop.close()
}

/** @returns the figures of `act`, and the number of received bytes */
async function openOnPhone(script: string, isAfterHome: boolean, act: (page: Page) => Promise<Record<string, number>>) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.addInitScript(script)
  if (isAfterHome) {
    await page.goto(shop.origin, { waitUntil: 'load' })
    await wait(3_000) // a customer looks around, and the browser is idle
  }
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  const throughput = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const figures = await act(page)
  await context.close()
  return { ...figures, bytes }
}

/** The moments at which the content was painted, and at which the page was idle after that and answers a press. */
async function showContent(page: Page, path: string, content: string) {
  await page.addInitScript(`
    globalThis.times = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        const main = document.querySelector('main:not([aria-busy])')
        if (!main || !document.querySelector(${JSON.stringify(content)})) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => {
          const paintedMs = performance.now()
          requestIdleCallback(() => resolve({ paintedMs, answersMs: performance.now() }))
        }))
      }).observe(document, { childList: true, subtree: true, attributes: true })
    })
  `)
  await page.goto(shop.origin + path, { waitUntil: 'commit' })
  return page.evaluate<Record<string, number>>('globalThis.times')
}

/** The moment at which Checkout looks ready, and the time from a press until the screen changes, in steps of 8 ms. */
async function pressCheckout(page: Page) {
  await page.addInitScript(`
    globalThis.pressMs = []
    globalThis.pressedAt = Infinity
    // A page that appears under the pointer gets events too, and answers those when it is next painted, before the press.
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (/^(pointer|mouse|click)/.test(name) && startTime >= pressedAt) pressMs.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    new MutationObserver(() => {
      if (document.documentElement.hasAttribute('data-ready')) globalThis.readyMs ??= performance.now()
    }).observe(document, { attributes: true, subtree: true })
  `)
  await page.goto(`${shop.origin}/products/${shop.productId}`, { waitUntil: 'commit' })
  await until(page, 'globalThis.readyMs !== undefined', 60_000)
  const box = await page.getByRole('button', { name: 'Checkout' }).first().boundingBox()
  if (!box) throw new Error('Checkout is not on the screen')
  await page.evaluate('globalThis.pressedAt = performance.now()')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  // Events that took less than 16 ms are not reported.
  await until(page, 'pressMs.length > 0', 3_000).catch(() => {})
  return page.evaluate<Record<string, number>>('({ readyMs, answeredMs: Math.max(16, ...pressMs) })')
}

/** `page.waitForFunction` evaluates inside of the page, which the shop's content security policy forbids. */
async function until(page: Page, condition: string, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await page.evaluate<boolean>(condition))) {
    if (performance.now() > endsAt) throw new Error(`Never true: ${condition}`)
    await wait(20)
  }
}
