import { setTimeout as wait } from 'node:timers/promises'
import { makeBuyer } from './bench-client.ts'
import { openClient, prepare, spread } from './load.ts'

const ordersPerSecond = 50
const buyerCount = 50
const connections = 50
const visitsPerSecond = 200

interface Ordered {
  /** A shop that lets one network register so many accounts, and buyers have so many unpaid orders. */
  origin: string
  /** The id of a product with enough stock. */
  product: string
  seconds: number
}

/** The milliseconds of a product's page, asked 200 times a second, while each order takes one piece of it. */
export async function measureWhileOrdered({ origin, product, seconds }: Ordered) {
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
  const endsAt = began + seconds * 1_000
  const request = prepare(`/products/${product}`, { headers: { 'accept-encoding': 'br' } })
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
