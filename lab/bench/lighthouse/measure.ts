/**
 * What Lighthouse says of the shop's pages on a phone with a slow network (simulated slow 4G, a processor 4 times slower):
 * `npm run lighthouse [rounds]`, the median of 5 rounds unless it is given. Writes its table to `results.md` beside this file.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../e2e/find-chromium.ts'
import { freePort } from '../../../server/src/testing/free-port.ts'
import { openDemoShop } from '../demo-shop.ts'
import { median, table, writeResults } from '../report.ts'

/** Its command, as its types are only there once it is installed. */
const lighthouse = path.join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js')
const maxReportBytes = 64 * 1024 * 1024
const rounds = Number(process.argv[2] ?? 5)

/** What is read of a report. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
  runtimeError?: { message: string }
}

/** The columns of the table: each with its digits, and where its value is in a report. */
const columns: Record<string, [digits: number, read: (report: Report) => number | undefined]> = {
  Performance: [0, scoreIn('performance')],
  Accessibility: [0, scoreIn('accessibility')],
  'Best practices': [0, scoreIn('best-practices')],
  SEO: [0, scoreIn('seo')],
  'LCP (s)': [2, valueIn('largest-contentful-paint', 1_000)],
  'TBT (ms)': [0, valueIn('total-blocking-time')],
  CLS: [3, valueIn('cumulative-layout-shift')],
  Requests: [0, ({ audits }) => audits['network-requests']?.details?.items?.length],
  kB: [0, valueIn('total-byte-weight', 1_000)],
}

const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'))
const shop = await openDemoShop('whole')
const port = await freePort()
const browser = await chromium.launchPersistentContext(folder, {
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const visitor = await measureAll({ home: '/', products: '/products', product: `/products/${shop.productId}` })
  const session = JSON.stringify(await shop.logIn())
  const page = await browser.newPage()
  await page.goto(`${shop.origin}/robots.txt`)
  await page.evaluate(`Object.assign(localStorage, ${session})`)
  await page.close()
  const customer = await measureAll({ cart: '/cart', order: '/order', 'my orders': '/my-order' })
  const text = `# Lighthouse on a phone

Simulated slow 4G, median of ${rounds}. The pages of the second half need an account.

${table(['Page', ...Object.keys(columns)], [...visitor, ...customer])}`
  console.log(text)
  await writeResults(path.join(import.meta.dirname, 'results.md'), text)
} finally {
  await browser.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
}

function scoreIn(category: string) {
  return ({ categories }: Report) => (categories[category]?.score ?? 0) * 100
}

function valueIn(audit: string, unit = 1) {
  return ({ audits }: Report) => (audits[audit]?.numericValue ?? Number.NaN) / unit
}

/** @returns a row for each page */
async function measureAll(pages: Record<string, string>): Promise<string[][]> {
  const reports = new Map<string, Report[]>(Object.keys(pages).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, route] of Object.entries(pages)) reports.get(name)?.push(await measure(route))
  }
  return [...reports].map(([name, some]) => [
    name,
    ...Object.values(columns).map(([digits, read]) =>
      median(some.map((one) => read(one) ?? Number.NaN)).toFixed(digits),
    ),
  ])
}

async function measure(route: string): Promise<Report> {
  // A first visit, because Chromium records no start of a navigation that a service worker answers (NO_NAVSTART). Lighthouse
  // would clear the login together with the cache.
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const storageTypes = 'service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin: shop.origin, storageTypes })
  await page.close()
  const command = [
    lighthouse,
    shop.origin + route,
    `--port=${port}`,
    '--quiet',
    '--output=json',
    '--disable-storage-reset',
    // The stream of notifications stays open on the pages of an account: without this it waits 45 s for a quiet network.
    '--max-wait-for-load=15000',
    '--only-categories=performance,accessibility,best-practices,seo',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: maxReportBytes })
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  return report
}
