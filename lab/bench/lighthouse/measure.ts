/**
 * Lighthouse's figures for the shop's pages on a phone with a slow network (simulated slow 4G, a processor 4 times slower),
 * and the time in which Checkout answers a press there. `npm run lighthouse [rounds]` takes the median of 5 rounds by
 * default, and writes its table to `lab/bench/results.md`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../e2e/find-chromium.ts'
import { askAt } from '../../../server/src/testing/shop-client.ts'
import { freePort, shopProcess } from '../shop-process.ts'
import { writeSection } from '../write-section.ts'

/** Its command, because its types exist only after its installation. */
const lighthouse = path.join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js')
const maxReportBytes = 64 * 1024 * 1024

const rounds = Number(process.argv[2] ?? 5)
const customer = { email: 'pelanggan@camilan.test', password: 'pelanggan123' }

interface Measured {
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  lcpMs: number
  blockedMs: number
  shift: number
  requests: number
  bytes: number
}

const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'))
const shop = await shopProcess({
  DATA_DIR: path.join(folder, 'data'),
  NODE_ENV: 'production',
  DEMO_DATA: 'on',
  ALLOW_IN_PRODUCTION: 'sandbox,demo,http',
})
const port = await freePort()
const browser = await chromium.launchPersistentContext(path.join(folder, 'browser'), {
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await shop.start()
  await untilPicturesAreMade()
  const visitors = await publicPages()
  const table = [...(await measureAll(visitors))]
  const customers = await pagesOfCustomer()
  table.push(...(await measureAll(customers)))
  console.log(describe(table))
  const presses: Press[] = []
  for (let round = 0; round < rounds; round += 1) presses.push(await pressCheckout())
  const text = `${describe(table)}\n\n${describePresses(presses)}`
  await writeSection('Lighthouse', text)
  console.log(describePresses(presses))
} finally {
  await browser.close()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The values that are read from a report of Lighthouse. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
  runtimeError?: { message: string }
}

interface Measurable {
  name: string
  path: string
}

/** A job makes the small files of the samples' pictures in the minutes after the first start. */
async function untilPicturesAreMade(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const pages = await Promise.all(['/', '/products', '/products?page=2'].map((route) => fetch(shop.origin + route)))
    const html = await Promise.all(pages.map((page) => page.text()))
    if (!html.some((text) => /\/media\/[0-9a-f]{32}-640\.webp"/.test(text))) return
    await wait(1_000)
  }
  throw new Error('The files of the pictures are not made')
}

async function firstProduct(): Promise<string> {
  const { body } = await askAt(shop.origin)<{ id: string }[]>('GET', '/products')
  return body.data[0]?.id ?? ''
}

async function publicPages(): Promise<Measurable[]> {
  return [
    { name: 'home', path: '/' },
    { name: 'products', path: '/products' },
    { name: 'product', path: `/products/${await firstProduct()}` },
  ]
}

/** Logs the browser in, with a filled cart and an order. */
async function pagesOfCustomer(): Promise<Measurable[]> {
  const ask = askAt(shop.origin)
  const { body } = await ask<{ token: string }>('POST', '/auth/login', { body: customer })
  const headers = { authorization: `Bearer ${body.data.token}` }
  const line = { product_id: await firstProduct(), quantity: 1 }
  await ask('POST', '/carts', { headers, body: line })
  await ask('POST', '/orders', { headers, body: { address: 'Jl. Melati 1', other_costs: 6_000 } })
  await ask('POST', '/carts', { headers, body: line })
  const page = await browser.newPage()
  await page.goto(`${shop.origin}/robots.txt`)
  await page.evaluate(
    `localStorage.setItem('token', ${JSON.stringify(body.data.token)}); localStorage.setItem('role', 'false')`,
  )
  await page.close()
  return [
    { name: 'cart', path: '/cart' },
    { name: 'order', path: '/order' },
    { name: 'my orders', path: '/my-order' },
  ]
}

async function measureAll(pages: Measurable[]): Promise<(Measured & { name: string })[]> {
  const measured = new Map<string, Measured[]>(pages.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) measured.get(page.name)?.push(await measure(page))
  }
  return pages.map(({ name }) => ({ name, ...medianOf(measured.get(name) ?? []) }))
}

/** A first visit, because Chromium records no start of a navigation that a service worker answers (NO_NAVSTART). */
async function forgetFiles(session: CDPSession): Promise<void> {
  await session.send('Network.clearBrowserCache')
  const storageTypes = 'service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin: shop.origin, storageTypes })
}

async function measure({ path: route }: Measurable): Promise<Measured> {
  // Lighthouse would clear the login together with the cache.
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await forgetFiles(session)
  await page.close()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      shop.origin + route,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      '--disable-storage-reset',
      // The stream of notifications stays open on the pages of an account. Without this Lighthouse waits 45 s for an idle
      // network.
      '--max-wait-for-load=15000',
      '--only-categories=performance,accessibility,best-practices,seo',
    ],
    { maxBuffer: maxReportBytes },
  )
  const { categories, audits, runtimeError } = JSON.parse(stdout) as Report
  if (runtimeError) throw new Error(runtimeError.message)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    requests: audits['network-requests']?.details?.items?.length ?? Number.NaN,
    bytes: value('total-byte-weight'),
  }
}

interface Press {
  /** From the navigation until Checkout looks ready. */
  readyMs: number
  /** From the press until the screen shows a reaction, as the browser measures it, in steps of 8 ms. */
  answeredMs: number
}

/** A product page on 400 ms and 50 kB/s with a processor 4 times slower. Checkout is pressed as soon as it looks ready. */
async function pressCheckout(): Promise<Press> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await forgetFiles(session)
  const bytesPerSecond = 50_000
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(`
    globalThis.pressMs = []
    globalThis.pressedAt = Infinity
    // A page that appears under the pointer also gets events, and answers them at its next paint, before the press.
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (/^(pointer|mouse|click)/.test(name) && startTime >= pressedAt) pressMs.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    new MutationObserver(() => {
      if (document.documentElement.hasAttribute('data-ready')) globalThis.readyMs ??= performance.now()
    }).observe(document, { attributes: true, subtree: true })
  `)
  await page.goto(`${shop.origin}/products/${await firstProduct()}`, { waitUntil: 'commit' })
  await until(page, 'globalThis.readyMs !== undefined', 60_000)
  const box = await page.getByRole('button', { name: 'Checkout' }).first().boundingBox()
  if (!box) throw new Error('Checkout is not on the screen')
  await page.evaluate('globalThis.pressedAt = performance.now()')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  // Events that took less than 16 ms are not reported.
  await until(page, 'pressMs.length > 0', 3_000).catch(() => {})
  const press = await page.evaluate<Press>('({ readyMs, answeredMs: Math.max(16, ...pressMs) })')
  await page.close()
  return press
}

/** `page.waitForFunction` evaluates inside the page, which the shop's content security policy forbids. */
async function until(page: Page, condition: string, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await page.evaluate<boolean>(condition))) {
    if (performance.now() > endsAt) throw new Error(`Never true: ${condition}`)
    await wait(20)
  }
}

function describePresses(presses: Press[]): string {
  const answered = presses.map(({ answeredMs }) => answeredMs)
  return (
    'On 400 ms and 50 kB/s, with a processor 4 times slower, Checkout of a product page looks ready ' +
    `${(median(presses.map(({ readyMs }) => readyMs)) / 1000).toFixed(1)} s after the navigation; pressed at that moment it answers in ` +
    `${Math.round(median(answered))} ms (the slowest of ${answered.length}: ${Math.round(Math.max(...answered))}).`
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function medianOf(measured: Measured[]): Measured {
  const of = (pick: (one: Measured) => number) => median(measured.map(pick))
  return {
    scores: {
      performance: of(({ scores }) => scores.performance),
      accessibility: of(({ scores }) => scores.accessibility),
      'best-practices': of(({ scores }) => scores['best-practices']),
      seo: of(({ scores }) => scores.seo),
    },
    lcpMs: of(({ lcpMs }) => lcpMs),
    blockedMs: of(({ blockedMs }) => blockedMs),
    shift: of(({ shift }) => shift),
    requests: of(({ requests }) => requests),
    bytes: of(({ bytes }) => bytes),
  }
}

function describe(table: (Measured & { name: string })[]): string {
  const rows = table.map(({ name, scores, lcpMs, blockedMs, shift, requests, bytes }) =>
    [
      name,
      scores.performance,
      scores.accessibility,
      scores['best-practices'],
      scores.seo,
      (lcpMs / 1000).toFixed(2),
      Math.round(blockedMs),
      shift.toFixed(3),
      requests,
      Math.round(bytes / 1000),
    ].join(' | '),
  )
  return [
    `Lighthouse on a phone, simulated slow 4G, median of ${rounds}. The pages of the second half need an account.`,
    '',
    '| Page | Performance | Accessibility | Best practices | SEO | LCP (s) | TBT (ms) | CLS | Requests | kB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
