/**
 * The time of a product's page while the product is ordered fifty times a second, and without orders: `node
 * lab/bench/ready.ts [seconds]`, by default 10 of each. The part `visitors` compares ready answers with bare Fastify.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { openClient, prepare, spread } from './load.ts'
import { shopProcess } from './shop-process.ts'
import { stubGateway } from './stub-gateway.ts'

const [seconds = 10] = process.argv.slice(2).map(Number)
const ordersPerSecond = 50
const buyerCount = 50
const connections = 50
const visitsPerSecond = 200

const gateway = await stubGateway()
const folder = await mkdtemp(path.join(tmpdir(), 'camilan-ready-'))
const shop = await shopProcess({
  DATA_DIR: folder,
  MAX_UNPAID_ORDERS: '100000',
  MAX_UNPAID_ENDED: '100000',
  REGISTRATIONS_PER_ADDRESS: '100000',
  ...adminEnvironment,
  ...gateway.environment,
})
try {
  await shop.start()
  const product = await makeProduct(shop.origin, await logIn(shop.origin, admin), 1_000_000)
  const buyers = await Promise.all(Array.from({ length: buyerCount }, (_, i) => makeBuyer(shop.origin, i)))
  await visit(product, 2) // to warm up
  console.log('nobody orders', await visit(product, seconds))
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
  const visits = await visit(product, seconds)
  console.log(`${((orders - before) / seconds).toFixed(0)} orders a second`, visits)
  running = false
  await Promise.all(placing)
  console.log(`load ${loadavg().map((average) => average.toFixed(1))}`)
} finally {
  await shop.stop()
  gateway.close()
  await rm(folder, { recursive: true, force: true })
}

/** The milliseconds of a product's page, requested 200 times a second. */
async function visit(product: string, during: number) {
  const times: number[] = []
  const began = performance.now()
  const endsAt = began + during * 1_000
  const request = prepare(`/products/${product}`, { headers: { 'accept-encoding': 'br' } })
  const pauseMs = (1_000 * connections) / visitsPerSecond
  const visiting = Array.from({ length: connections }, async (_, i) => {
    const client = await openClient(shop.origin)
    // A late answer delays the next request, whose time counts from its planned moment.
    for (let dueAt = began + (pauseMs * i) / connections; dueAt < endsAt; dueAt += pauseMs) {
      await wait(Math.max(0, dueAt - performance.now()))
      await client.ask(request)
      times.push(performance.now() - dueAt)
    }
    client.close()
  })
  await Promise.all(visiting)
  return { visits: times.length, ...spread(times) }
}
