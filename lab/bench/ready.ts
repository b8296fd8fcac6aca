/**
 * How long the page of a product takes while the product is ordered fifty times a second, beside the same page before:
 * `node lab/bench/ready.ts [seconds]`, by default 10 of each. What ready answers cost beside a bare Fastify is in `visitors`.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { prepare, spread, withClients } from './load.ts'
import { openShop } from './measured-shop.ts'

const [seconds = 10] = process.argv.slice(2).map(Number)
const ordersPerSecond = 50
const buyerCount = 50
const connections = 50
const visitsPerSecond = 200

const shop = await openShop(async (db) => ({
  product: await makeProduct(db, { price: 40_000, stock: 1_000_000 }),
  users: await times(buyerCount, () => makeUser(db)),
}))
const { origin, seeded } = shop
const { product, users } = seeded
try {
  await visit(2) // to warm up
  console.log('nobody orders', await visit(seconds))
  let orders = 0
  let running = true
  const placing = users.map(async (user, i) => {
    const buyer = clientOf(user, origin)
    await wait((1_000 * i) / ordersPerSecond)
    while (running) {
      const pause = wait((1_000 * buyerCount) / ordersPerSecond)
      await buyer.addToCart(product, 1)
      if ((await buyer.placeOrder()).status === 201) orders += 1
      await pause
    }
  })
  await wait(2_000)
  const before = orders
  const visits = await visit(seconds)
  console.log(`${((orders - before) / seconds).toFixed(0)} orders a second`, visits)
  running = false
  await Promise.all(placing)
  console.log(`load ${loadavg().map((average) => average.toFixed(1))}`)
} finally {
  await shop.close()
}

/** The milliseconds of the product's page, asked 200 times a second. */
async function visit(during: number) {
  const taken: number[] = []
  const request = prepare(`/products/${product.id}`, { headers: { 'accept-encoding': 'br' } })
  const pauseMs = (1_000 * connections) / visitsPerSecond
  await withClients(origin, connections, async (clients) => {
    const began = performance.now()
    const visiting = clients.map(async ({ ask }, i) => {
      // A late answer makes the next request late, whose time counts from when it was due.
      for (let dueAt = began + (pauseMs * i) / connections; dueAt < began + during * 1_000; dueAt += pauseMs) {
        await wait(Math.max(0, dueAt - performance.now()))
        await ask(request)
        taken.push(performance.now() - dueAt)
      }
    })
    await Promise.all(visiting)
  })
  return { visits: taken.length, ...spread(taken) }
}
