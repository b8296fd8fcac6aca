/**
 * The time until cart, order form and my orders show their content and answer a press on a cheap phone with a weak signal
 * (a processor 6 times slower, 400 ms, 50 kB/s). Each is measured as the first page and after the home page: `node
 * lab/bench/phone.ts [rounds]`, 5 by default. To compare two releases, copy this file into the other one and run them in
 * turn.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { findChromium } from '../../e2e/find-chromium.ts'
import { addSamplePictures } from '../../server/src/testing/sample-pictures.ts'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { shopProcess } from './shop-process.ts'

const rounds = Number(process.argv[2] ?? 5)
const customer = { email: 'pelanggan@camilan.test', password: 'pelanggan123' }
/** The content of each page, which only its scripts can show. */
const pages = {
  '/cart': 'main a[href="/order"]',
  '/order': 'main form button[type="submit"]',
  '/my-order': 'main article',
}

interface Times {
  paintedMs: number
  /** From then on the page was idle for a moment, in which it answers a press. */
  readyMs: number
  bytes: number
}

const folder = await mkdtemp(path.join(tmpdir(), 'phone-'))
await addSamplePictures(path.join(folder, 'data'))
const shop = await shopProcess({
  DATA_DIR: path.join(folder, 'data'),
  NODE_ENV: 'production',
  DEMO_DATA: 'on',
  ALLOW_IN_PRODUCTION: 'sandbox,demo,http',
})
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await shop.start()
  const token = await prepareCustomer()
  const seen = new Map<string, Times[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [page, content] of Object.entries(pages)) {
      for (const isFirst of [true, false]) {
        const name = `${page} ${isFirst ? 'first' : 'after the home page'}`
        seen.set(name, [...(seen.get(name) ?? []), await measure(page, content, token, isFirst)])
      }
    }
  }
  for (const [page, times] of seen) {
    const of = (name: keyof Times) => times.map((one) => one[name]).toSorted((a, b) => a - b)
    const middle = (name: keyof Times) => of(name)[Math.floor(times.length / 2)] ?? Number.NaN
    const seconds = (name: keyof Times) => (middle(name) / 1000).toFixed(2)
    console.log(`${page}: painted ${seconds('paintedMs')} s, answers ${seconds('readyMs')} s, ${middle('bytes')} bytes`)
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}

/** @returns the token of a customer with a filled cart and an order */
async function prepareCustomer(): Promise<string> {
  const ask = askAt(shop.origin)
  const { body: list } = await ask<{ id: string }[]>('GET', '/products')
  const { body } = await ask<{ token: string }>('POST', '/auth/login', { body: customer })
  const headers = { authorization: `Bearer ${body.data.token}` }
  const line = { product_id: list.data[0]?.id, quantity: 1 }
  await ask('POST', '/carts', { headers, body: line })
  await ask('POST', '/orders', { headers, body: { address: 'Jl. Melati 1', other_costs: 6_000 } })
  await ask('POST', '/carts', { headers, body: line })
  return body.data.token
}

async function measure(route: string, content: string, token: string, isFirst: boolean): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (!isFirst) {
    await page.addInitScript(`try { localStorage.setItem('token', ${JSON.stringify(token)}) } catch {}`)
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
  await page.addInitScript(`
    try { localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('role', 'false') } catch {}
    globalThis.times = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        const main = document.querySelector('main:not([aria-busy])')
        if (!main || !document.querySelector(${JSON.stringify(content)})) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => {
          const paintedMs = performance.now()
          requestIdleCallback(() => resolve({ paintedMs, readyMs: performance.now() }))
        }))
      }).observe(document, { childList: true, subtree: true, attributes: true })
    })
  `)
  await page.goto(shop.origin + route, { waitUntil: 'commit' })
  const times = await page.evaluate<{ paintedMs: number; readyMs: number }>('globalThis.times')
  await context.close()
  return { ...times, bytes }
}
