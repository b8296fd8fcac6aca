/**
 * Public answers beside a bare Fastify, and the page of a product while it is ordered fifty times a second:
 * `node bench/ready.ts [seconds] [rounds]`, by default 5 seconds and 5 rounds.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { benchGateway } from './bench-gateway.ts'
import { load, openClient, prepare, spread } from './load.ts'
import { shopProcess } from './shop-process.ts'

const [seconds = 5, rounds = 5] = process.argv.slice(2).map(Number)
const connections = 50
const ordersPerSecond = 50
const buyerCount = 50
const visitsPerSecond = 200
const browser = { 'accept-encoding': 'gzip, deflate, br' }

interface ReadyTargets {
  origin: string
  /** The id of a product. */
  product: string
}

/** The requests a second of each public answer and of the bare Fastify, as medians of rounds in which they take turns. */
async function measureReady(bareOrigin: string, { origin, product }: ReadyTargets): Promise<Map<string, number>> {
  const { headers } = await fetch(`${origin}/api/products`)
  const known = { ...browser, 'if-none-match': headers.get('etag') ?? '' }
  const targets: [name: string, origin: string, request: Buffer][] = [
    ['bare Fastify', bareOrigin, prepare('/')],
    ['list', origin, prepare('/api/products', { headers: browser })],
    ['detail', origin, prepare(`/api/products/${product}`, { headers: browser })],
    ['list, 304', origin, prepare('/api/products', { headers: known })],
    ['home', origin, prepare('/', { headers: browser })],
    ['list page', origin, prepare('/products', { headers: browser })],
    ['product page', origin, prepare(`/products/${product}`, { headers: browser })],
  ]
  const rates = new Map<string, number[]>(targets.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, at, request] of targets) {
      const isWarmup = round === 0
      const { perSecond } = await load(at, [request], { seconds: isWarmup ? 1 : seconds, connections })
      if (!isWarmup) rates.get(name)?.push(perSecond)
    }
  }
  return new Map([...rates].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1] ?? 0]))
}

/** The milliseconds of a product's page, asked 200 times a second, while each order takes one piece of it. */
export async function measureWhileOrdered({ origin, product }: ReadyTargets) {
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
  const times: number[] = []
  const began = performance.now()
  const endsAt = began + seconds * 2_000
  const request = prepare(`/products/${product}`, { headers: browser })
  const pauseMs = (1_000 * connections) / visitsPerSecond
  const visiting = Array.from({ length: connections }, async (_, i) => {
    const client = await openClient(origin)
    // A late answer makes the next request late, whose time counts from when it was due.
    for (let dueAt = began + (pauseMs * i) / connections; dueAt < endsAt; dueAt += pauseMs) {
      await wait(Math.max(0, dueAt - performance.now()))
      await client.ask(request)
      times.push(performance.now() - dueAt)
    }
    client.close()
  })
  await Promise.all(visiting)
  running = false
  const orderRate = ((orders - before) * 1_000) / (performance.now() - began)
  await Promise.all(placing)
  return { 'orders a second': orderRate, visits: times.length, ...spread(times) }
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
const bare = fork(path.join(import.meta.dirname, 'bare-fastify.ts'))
try {
  const [{ origin: bareOrigin }] = await once(bare, 'message')
  await shop.start()
  const { origin } = shop
  const seller = await logIn(origin, admin)
  const products = []
  for (let i = 0; i < 18; i += 1) products.push(await makeProduct(origin, seller, 1_000_000))
  const targets = { origin, product: products[0] ?? '' }
  const rates = await measureReady(bareOrigin, targets)
  const bareRate = rates.get('bare Fastify') ?? 0
  console.table(
    [...rates].map(([name, rate]) => ({ name, 'requests/s': Math.round(rate), '1/': (bareRate / rate).toFixed(2) })),
  )
  console.log('product page while it is ordered:', await measureWhileOrdered(targets))
  console.log(`load ${loadavg().map((average) => average.toFixed(1))}`)
} finally {
  bare.kill()
  await shop.stop()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
}
