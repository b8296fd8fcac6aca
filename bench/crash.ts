/**
 * kill -9 while orders are placed: `node bench/crash.ts [rounds]`, that many rounds of each kind (default 5). Linux only.
 *
 * The real server runs on a new data folder, and buyers order over HTTP without a pause. At a random moment the server
 * alone, or the server with all its PostgreSQL processes, is killed and started again; the buyers repeat interrupted
 * requests with the same Idempotency-Key. At the end every acknowledged order must exist once, with its items, and the
 * stock must be right.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { shopProcess } from './shop-process.ts'

const rounds = Number(process.argv[2] ?? 5)
const buyerCount = 8
const productCount = 5
const initialStock = 100_000
/** The number of orders that are acknowledged between two kills. */
const minOrdersPerRound = 20
const password = 'kata-sandi-kuat'
const admin = { email: 'admin@contoh.id', password }

const dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))
const shop = await shopProcess({
  DATA_DIR: dataDir,
  DEMO_DATA: 'off',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  MAX_UNPAID_ORDERS: '1000000',
  MAX_UNPAID_ENDED: '1000000',
})
let running = true

/** A refusal by the shop, as opposed to a broken connection or a 503. */
class Refused extends Error {}

interface Order {
  id: string
  status: string
  order_items: { quantity: number; product: { id: string } }[]
}
/** The items of each order that was acknowledged with 201: `product x quantity`, sorted. */
const acknowledged = new Map<string, string>()
const faults: string[] = []
let unanswered = 0

try {
  console.log(`first start: ${seconds(await shop.start())} s`)
  const adminToken = await logIn(admin)
  const products = await Promise.all(Array.from({ length: productCount }, (_, i) => makeProduct(adminToken, i)))
  const buyers = Array.from({ length: buyerCount }, (_, i) => keepBuying(i, products))
  const table: object[] = []
  for (const victims of ['server alone', 'server and PostgreSQL'] as const) {
    for (let round = 1; round <= rounds; round += 1) {
      const before = { acknowledged: acknowledged.size, unanswered }
      await untilAcknowledged(before.acknowledged + minOrdersPerRound)
      await wait(randomInt(500))
      const killed = await shop.kill(victims)
      const readyMs = await shop.start()
      table.push({
        killed: victims,
        processes: killed,
        'orders acknowledged': acknowledged.size - before.acknowledged,
        'requests without an answer': unanswered - before.unanswered,
        'ready after (s)': seconds(readyMs),
      })
    }
  }
  await untilAcknowledged(acknowledged.size + minOrdersPerRound)
  running = false
  await Promise.all(buyers)
  console.table(table)
  await compare(await logIn(admin), products)
} finally {
  running = false
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Wait until `count` orders were acknowledged since the beginning. */
async function untilAcknowledged(count: number): Promise<void> {
  for (let waited = 0; acknowledged.size < count; waited += 1) {
    if (waited === 3_000) throw new Error(`too few orders within 30 s; ${faults.join('; ')}`)
    await wait(10)
  }
}

/** One request to the API; undefined when the connection broke or the shop answered 503. */
async function ask<Answer>(method: string, route: string, token = '', body?: object | FormData, key = '') {
  try {
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    const response = await fetch(`${shop.origin}/api${route}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: sent }),
    })
    const answer = (await response.json()) as { data: Answer; errors?: string }
    if (response.status === 503) return undefined
    if (!response.ok) throw new Refused(`${method} ${route}: ${response.status} ${answer.errors}`)
    return answer.data
  } catch (error) {
    if (error instanceof Refused) throw error
    unanswered += 1
    return undefined
  }
}

/** Repeat the same request until the shop answers it. */
async function askUntilAnswered<Answer>(...call: Parameters<typeof ask>): Promise<Answer> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await ask<Answer>(...call)
    if (answer !== undefined) return answer
    await wait(50)
  }
  throw new Error(`no answer: ${call[0]} ${call[1]}`)
}

async function logIn(credentials: { email: string; password: string }): Promise<string> {
  return (await askUntilAnswered<{ token: string }>('POST', '/auth/login', '', credentials)).token
}

async function makeProduct(token: string, i: number): Promise<string> {
  const form = new FormData()
  const fields = { name: `Keripik ${i}`, price: '20000', stock: String(initialStock), category: 'MAKANAN_RINGAN' }
  const more = { packaging: 'BAL', weight: 'KG_1', description: 'Renyah.' }
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value)
  return (await askUntilAnswered<{ id: string }>('POST', '/admin/products', token, form)).id
}

/** One buyer, who orders from registration until the benchmark ends. */
async function keepBuying(i: number, products: string[]): Promise<void> {
  const buyer = { name: `Pembeli ${i}`, email: `pembeli${i}@contoh.id`, password, phone: '081234567890' }
  try {
    await askUntilAnswered('POST', '/auth/register', '', buyer)
    const token = await logIn(buyer)
    while (running) await buy(token, products)
  } catch (error) {
    faults.push(String(error))
  }
}

async function buy(token: string, products: string[]): Promise<void> {
  const line = { product_id: products[randomInt(products.length)], quantity: randomInt(1, 4) }
  await askUntilAnswered('POST', '/carts', token, line, randomUUID())
  const lines = await askUntilAnswered<Order['order_items']>('GET', '/carts', token)
  const form = { address: 'Jl. Melati 1', other_costs: 6_000 }
  const placed = await askUntilAnswered<{ order_id: string }>('POST', '/orders', token, form, randomUUID())
  acknowledged.set(placed.order_id, contentsOf(lines))
}

function contentsOf(lines: Order['order_items']): string {
  return lines
    .map(({ product, quantity }) => `${product.id} x ${quantity}`)
    .sort()
    .join(', ')
}

async function compare(token: string, products: string[]): Promise<void> {
  const orders = new Map<string, Order>()
  for (let page = 1; ; page += 1) {
    const some = await askUntilAnswered<Order[]>('GET', `/admin/orders?limit=100&page=${page}`, token)
    for (const order of some) orders.set(order.id, order)
    if (some.length === 0) break
  }
  const ids = [...acknowledged.keys()]
  const sold = [...orders.values()]
    .filter(({ status }) => status !== 'DIBATALKAN')
    .flatMap((order) => order.order_items)
  const wrongStock: string[] = []
  for (const id of products) {
    const { stock } = await askUntilAnswered<{ stock: number }>('GET', `/products/${id}`)
    const soldCount = sold.filter(({ product }) => product.id === id).reduce((sum, { quantity }) => sum + quantity, 0)
    if (stock + soldCount !== initialStock) wrongStock.push(`${id}: ${stock} + ${soldCount}`)
  }
  const findings = {
    'orders acknowledged': ids.length,
    'orders in the shop': orders.size,
    'acknowledged and lost': ids.filter((id) => !orders.has(id)).length,
    'stored without an acknowledgement': [...orders.keys()].filter((id) => !acknowledged.has(id)).length,
    'with other items': ids.filter((id) => acknowledged.get(id) !== contentsOf(orders.get(id)?.order_items ?? []))
      .length,
    'products with wrong stock': wrongStock.length,
    'unexpected refusals': faults.length,
  }
  console.table(findings)
  for (const line of [...wrongStock, ...faults]) console.error(line)
  const { 'orders acknowledged': acknowledgedCount, 'orders in the shop': stored, ...bad } = findings
  const sound = acknowledgedCount > 0 && stored >= acknowledgedCount && Object.values(bad).every((count) => count === 0)
  console.log(sound ? 'Nothing lost, nothing done twice.' : 'FAILED')
  if (!sound) process.exitCode = 1
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100
}
