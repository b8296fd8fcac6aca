/**
 * kill -9 of the real server, again and again, while buyers place, pay and cancel orders over HTTP without a pause. Linux
 * only.
 *
 * The server runs on a new data folder, with the payment sandbox in this process. At a random moment the server alone, or
 * the server with all its PostgreSQL processes, is killed and started again. The buyers repeat interrupted requests with
 * the same Idempotency-Key. At the end every acknowledged order must exist once, with its items and its correct status, and
 * the stock and the books must be consistent.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '../../server/scripts/with-database.ts'
import { readConfig } from '../../server/src/config.ts'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { benchGateway } from '../bench/bench-gateway.ts'
import { shopProcess, type Victims } from '../bench/shop-process.ts'

export interface CrashOptions {
  rounds: Record<Victims, number>
  /** Another PostgreSQL, which is not killed, instead of the embedded one. Its database must be new. */
  databaseUrl?: string
  /** The number of orders that are acknowledged between two kills. */
  minOrdersPerRound: number
}

export interface Round {
  killed: Victims
  processes: number
  'orders acknowledged': number
  'requests without an answer': number
  'ready after (s)': number
}

export interface CrashResult {
  rounds: Round[]
  /** All but the first two must be 0. */
  findings: Record<string, number>
  /** The meaning of the findings, for people. */
  details: string[]
  isSound: boolean
}

const buyerCount = 8
const productCount = 5
const initialStock = 100_000
const password = 'kata-sandi-kuat'
const admin = { email: 'admin@contoh.id', password }
/** The reconciliation replaces the notifications that a killed server missed. */
const reconcileSeconds = 2
const retryMs = 100
const paidWithinMs = 60_000

/** The actions of a buyer. Paying comes first, because a shop may limit buyers who never pay. */
const acts = ['pay', 'cancel', 'leave unpaid'] as const

interface Order {
  id: string
  status: string
  order_items: { quantity: number; product: { id: string } }[]
}

interface Acknowledged {
  /** Its items: `product x quantity`, sorted. */
  contents: string
  status: 'DIPROSES' | 'DIBAYAR' | 'DIBATALKAN'
}

/** A refusal by the shop, as opposed to a broken connection or a 503. */
class Refused extends Error {}

export async function crashRounds({ rounds, databaseUrl, minOrdersPerRound }: CrashOptions): Promise<CrashResult> {
  const gateway = await benchGateway()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))
  const environment = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
    DEMO_DATA: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_UNPAID_ENDED: '1000000',
    PAYMENT_RECONCILE_SECONDS: String(reconcileSeconds),
    ...gateway.environment,
  }
  const shop = await shopProcess(environment)
  const acknowledged = new Map<string, Acknowledged>()
  const faults: string[] = []
  const done: Round[] = []
  let unanswered = 0
  let running = true

  try {
    await shop.start()
    await shop.stop() // only a process that ends in order writes the compile cache, which makes the next starts faster
    await shop.start()
    const adminToken = await logIn(admin)
    const products = await Promise.all(Array.from({ length: productCount }, (_, i) => makeProduct(adminToken, i)))
    const buyers = Array.from({ length: buyerCount }, (_, i) => keepBuying(i, products))
    for (const [victims, count] of Object.entries(rounds) as [Victims, number][]) {
      for (let i = 0; i < count; i += 1) {
        const before = { acknowledged: acknowledged.size, unanswered }
        await untilAcknowledged(before.acknowledged + minOrdersPerRound)
        await wait(randomInt(300))
        const processes = await shop.kill(victims)
        const readyMs = await shop.start()
        done.push({
          killed: victims,
          processes,
          'orders acknowledged': acknowledged.size - before.acknowledged,
          'requests without an answer': unanswered - before.unanswered,
          'ready after (s)': Math.round(readyMs / 10) / 100,
        })
      }
    }
    await untilAcknowledged(acknowledged.size + minOrdersPerRound)
    running = false
    await Promise.all(buyers)
    return await compare(await logIn(admin), products)
  } finally {
    running = false
    await shop.stop()
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  }

  /** Wait until `count` orders were acknowledged since the beginning. */
  async function untilAcknowledged(count: number): Promise<void> {
    for (let waited = 0; acknowledged.size < count; waited += 1) {
      if (waited === 6_000) throw new Error(`too few orders within 60 s; ${faults.join('; ')}`)
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
    for (let tries = 0; tries < 1_000; tries += 1) {
      const answer = await ask<Answer>(...call)
      if (answer !== undefined) return answer
      await wait(retryMs)
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

  /** One buyer, who orders from registration until the end. */
  async function keepBuying(i: number, products: string[]): Promise<void> {
    const buyer = { name: `Pembeli ${i}`, email: `pembeli${i}@contoh.id`, password, phone: '081234567890' }
    try {
      await askUntilAnswered('POST', '/auth/register', '', buyer)
      const token = await logIn(buyer)
      for (let count = 0; running; count += 1) await buy(token, products, acts[count % acts.length])
    } catch (error) {
      faults.push(String(error))
    }
  }

  async function buy(token: string, products: string[], act: (typeof acts)[number] | undefined): Promise<void> {
    const line = { product_id: products[randomInt(products.length)], quantity: randomInt(1, 4) }
    await askUntilAnswered('POST', '/carts', token, line, randomUUID())
    const lines = await askUntilAnswered<Order['order_items']>('GET', '/carts', token)
    const form = { address: 'Jl. Melati 1', other_costs: 6_000 }
    type Placed = { order_id: string; snap_token: string }
    const placed = await askUntilAnswered<Placed>('POST', '/orders', token, form, randomUUID()).catch(unlessCartLost)
    if (!placed) return
    const order: Acknowledged = { contents: contentsOf(lines), status: 'DIPROSES' }
    if (acknowledged.has(placed.order_id)) throw new Error(`two orders have the id ${placed.order_id}`)
    acknowledged.set(placed.order_id, order)
    if (act === 'pay') {
      await gateway.pay(placed.snap_token)
      order.status = 'DIBAYAR'
    }
    if (act === 'cancel') {
      await cancel(token, placed.order_id)
      order.status = 'DIBATALKAN'
    }
  }

  /** A crash of PostgreSQL may take the cart lines of its last 0.6 s (docs/decisions/0040). */
  function unlessCartLost(error: unknown): undefined {
    if (databaseUrl !== undefined || !String(error).endsWith('400 Keranjang Anda Kosong')) throw error
  }

  /** A repeated cancellation is refused if the answer to the first was lost. */
  async function cancel(token: string, orderId: string): Promise<void> {
    try {
      await askUntilAnswered('PUT', `/orders/${orderId}/status`, token, { status: 'DIBATALKAN' })
    } catch (error) {
      const { status } = await askUntilAnswered<Order>('GET', `/orders/${orderId}`, token)
      if (status !== 'DIBATALKAN') throw error
    }
  }

  async function allOrders(token: string): Promise<Map<string, Order>> {
    const orders = new Map<string, Order>()
    for (let page = 1; ; page += 1) {
      const some = await askUntilAnswered<Order[]>('GET', `/admin/orders?limit=100&page=${page}`, token)
      for (const order of some) orders.set(order.id, order)
      if (some.length === 0) return orders
    }
  }

  async function compare(token: string, products: string[]): Promise<CrashResult> {
    const wrongStatus = (orders: Map<string, Order>) =>
      [...acknowledged].filter(([id, { status }]) => orders.has(id) && orders.get(id)?.status !== status)
    let orders = await allOrders(token)
    for (const endsAt = Date.now() + paidWithinMs; wrongStatus(orders).length > 0 && Date.now() < endsAt; ) {
      await wait(1_000)
      orders = await allOrders(token)
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
    const books = await withDatabase(readConfig({ ...process.env, ...environment }), (db) => checkBooks(db, new Date()))
    const findings = {
      'orders acknowledged': ids.length,
      'orders in the shop': orders.size,
      'acknowledged and lost': ids.filter((id) => !orders.has(id)).length,
      'stored without an acknowledgement': [...orders.keys()].filter((id) => !acknowledged.has(id)).length,
      'with other items': [...acknowledged].filter(
        ([id, { contents }]) => contents !== contentsOf(orders.get(id)?.order_items ?? []),
      ).length,
      'in another status': wrongStatus(orders).length,
      'products with wrong stock': wrongStock.length,
      'wrong in the books': books.length,
      'unexpected refusals': faults.length,
    }
    const { 'orders acknowledged': acknowledgedCount, 'orders in the shop': _, ...bad } = findings
    const isSound = acknowledgedCount > 0 && Object.values(bad).every((count) => count === 0)
    const details = [
      ...wrongStock,
      ...wrongStatus(orders).map(([id, { status }]) => `${id}: ${orders.get(id)?.status}, not ${status}`),
      ...books.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`),
      ...faults,
    ]
    return { rounds: done, findings, details, isSound }
  }
}

function contentsOf(lines: Order['order_items']): string {
  return lines
    .map(({ product, quantity }) => `${product.id} x ${quantity}`)
    .sort()
    .join(', ')
}
