/**
 * Public answers beside a bare Fastify, and the page of a product while it is ordered fifty times a second:
 * `node bench/ready.ts [seconds] [rounds]`, by default 5 seconds and 5 rounds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { load, type Measured } from './load.ts'
import { shopProcess } from './shop-process.ts'

const [seconds = 5, rounds = 5] = process.argv.slice(2).map(Number)
const connections = 50
const ordersPerSecond = 50
const buyerCount = 50
const browser = { 'accept-encoding': 'gzip, deflate, br' }

export interface ReadyTargets {
  origin: string
  /** The id of a product. */
  product: string
}

/** The requests a second of each public answer and of the bare Fastify, as medians of rounds in which they take turns. */
export async function measureReady(
  bareOrigin: string,
  { origin, product }: ReadyTargets,
): Promise<Map<string, number>> {
  const { headers } = await fetch(`${origin}/api/products`)
  const known = { ...browser, 'if-none-match': headers.get('etag') ?? '' }
  const targets: [name: string, origin: string, path: string, headers: Record<string, string>][] = [
    ['bare Fastify', bareOrigin, '/', {}],
    ['list', origin, '/api/products', browser],
    ['detail', origin, `/api/products/${product}`, browser],
    ['list, 304', origin, '/api/products', known],
    ['home', origin, '/', browser],
    ['list page', origin, '/products', browser],
    ['product page', origin, `/products/${product}`, browser],
  ]
  const rates = new Map<string, number[]>(targets.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, at, url, sent] of targets) {
      const warmup = round === 0
      const { perSecond } = await load(at, { path: url, headers: sent, seconds: warmup ? 1 : seconds, connections })
      if (!warmup) rates.get(name)?.push(perSecond)
    }
  }
  return new Map([...rates].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1] ?? 0]))
}

/** The page of a product while each order takes one of it. */
async function measureWhileOrdered({ origin, product }: ReadyTargets): Promise<[Measured, orders: number]> {
  const buyers = await Promise.all(Array.from({ length: buyerCount }, (_, i) => makeBuyer(origin, i)))
  let orders = 0
  let running = true
  const placing = buyers.map(async (buyer, i) => {
    await wait((1_000 * i) / ordersPerSecond)
    while (running) {
      const pause = wait((1_000 * buyerCount) / ordersPerSecond)
      await buyer.addToCart({ id: product }, 1)
      if ((await buyer.placeOrder()).status === 201) orders += 1
      await pause
    }
  })
  await wait(2_000)
  const before = orders
  const visitors = { path: `/products/${product}`, headers: browser, seconds: seconds * 2, connections, perSecond: 200 }
  const measured = await load(origin, visitors)
  running = false
  const placed = orders - before
  await Promise.all(placing)
  return [measured, placed / (seconds * 2)]
}

const gateway = await benchGateway()
const folder = await mkdtemp(path.join(tmpdir(), 'camilan-ready-'))
const shop = await shopProcess({
  DATA_DIR: folder,
  NODE_ENV: 'production',
  ALLOW_IN_PRODUCTION: 'http',
  MAX_UNPAID_ORDERS: '100000',
  MAX_UNPAID_ENDED: '100000',
  REGISTRATIONS_PER_ADDRESS: '100000',
  ...adminEnvironment,
  ...gateway.environment,
})
const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-fastify.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const [line] = await once(bare.stdout, 'data')
  await shop.start()
  const { origin } = shop
  const seller = await logIn(origin, admin)
  const products = []
  for (let i = 0; i < 18; i += 1) products.push(await makeProduct(origin, seller, 1_000_000))
  const targets = { origin, product: products[0] ?? '' }
  const rates = await measureReady(String(line).trim(), targets)
  const bareRate = rates.get('bare Fastify') ?? 0
  console.table([...rates].map(([name, rate]) => ({ name, 'requests/s': rate, '1/': (bareRate / rate).toFixed(2) })))
  const [page, orders] = await measureWhileOrdered(targets)
  console.log(`product page at 200/s while ${orders.toFixed(1)} orders a second take of it:`, page)
  console.log(`load ${loadavg().map((average) => average.toFixed(1))}`)
} finally {
  bare.kill()
  await shop.stop()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
}
