/**
 * Kill -9 in the middle of business: `node bench/crash.ts [rounds]`, so many rounds of each kind (default 5). Linux only.
 *
 * The real server on a fresh data folder; buyers order over HTTP without a pause. At a random moment the server alone, or
 * the server with all its PostgreSQL processes, is killed and started again; buyers repeat what was cut with the same
 * Idempotency-Key. In the end every acknowledged order must be there, once, with its items, and the stock must add up.
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
/** Acknowledged between one kill and the next. */
const fewestOrders = 20
const password = 'kata-sandi-kuat'
const admin = { email: 'admin@contoh.id', password }

const dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))
const shop = await shopProcess({
  DATA_DIR: dataDir,
  DEMO_DATA: 'off',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  MAX_UNPAID_ORDERS: '1000000',
})
let open = true

/** An answer that says no: neither a cut connection nor a shop that is closed for now. */
class Refused extends Error {}

interface Order {
  id: string
  status: string
  order_items: { quantity: number; product: { id: string } }[]
}
/** What a buyer was promised by a 201: `product x quantity`, sorted. */
const promised = new Map<string, string>()
const faults: string[] = []
let cut = 0

try {
  console.log(`first start: ${seconds(await shop.start())} s`)
  const adminToken = await logIn(admin)
  const products = await Promise.all(Array.from({ length: productCount }, (_, i) => makeProduct(adminToken, i)))
  const buyers = Array.from({ length: buyerCount }, (_, i) => shopOnAndOn(i, products))
  const table: object[] = []
  for (const victims of ['server alone', 'server and PostgreSQL'] as const) {
    for (let round = 1; round <= rounds; round += 1) {
      const before = { promised: promised.size, cut }
      await busy(before.promised + fewestOrders)
      await wait(randomInt(500))
      const killed = await shop.kill(victims)
      const readyMs = await shop.start()
      table.push({
        killed: victims,
        processes: killed,
        'orders acknowledged': promised.size - before.promised,
        'tries without an answer': cut - before.cut,
        'ready after (s)': seconds(readyMs),
      })
    }
  }
  await busy(promised.size + fewestOrders)
  open = false
  await Promise.all(buyers)
  console.table(table)
  await compare(await logIn(admin), products)
} finally {
  open = false
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Until that many orders were acknowledged since the beginning. */
async function busy(count: number): Promise<void> {
  for (let waited = 0; promised.size < count; waited += 1) {
    if (waited === 3_000) throw new Error(`too few orders within 30 s; ${faults.join('; ')}`)
    await wait(10)
  }
}

/** One call of the API; undefined when the connection was cut or the shop could not answer for now. */
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
    cut += 1
    return undefined
  }
}

/** The same call until the shop answers it. */
async function insist<Answer>(...call: Parameters<typeof ask>): Promise<Answer> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await ask<Answer>(...call)
    if (answer !== undefined) return answer
    await wait(50)
  }
  throw new Error(`no answer: ${call[0]} ${call[1]}`)
}

async function logIn(credentials: { email: string; password: string }): Promise<string> {
  return (await insist<{ token: string }>('POST', '/auth/login', '', credentials)).token
}

async function makeProduct(token: string, i: number): Promise<string> {
  const form = new FormData()
  const fields = { name: `Keripik ${i}`, price: '20000', stock: String(initialStock), category: 'MAKANAN_RINGAN' }
  const more = { packaging: 'BAL', weight: 'KG_1', description: 'Renyah.' }
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value)
  return (await insist<{ id: string }>('POST', '/admin/products', token, form)).id
}

/** One buyer, from registration until the bench ends. */
async function shopOnAndOn(i: number, products: string[]): Promise<void> {
  const buyer = { name: `Pembeli ${i}`, email: `pembeli${i}@contoh.id`, password, phone: '081234567890' }
  try {
    await insist('POST', '/auth/register', '', buyer)
    const token = await logIn(buyer)
    while (open) await buy(token, products)
  } catch (error) {
    faults.push(String(error))
  }
}

async function buy(token: string, products: string[]): Promise<void> {
  const line = { product_id: products[randomInt(products.length)], quantity: randomInt(1, 4) }
  await insist('POST', '/carts', token, line, randomUUID())
  const lines = await insist<Order['order_items']>('GET', '/carts', token)
  const form = { address: 'Jl. Melati 1', other_costs: 6_000 }
  const placed = await insist<{ order_id: string }>('POST', '/orders', token, form, randomUUID())
  promised.set(placed.order_id, contentsOf(lines))
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
    const some = await insist<Order[]>('GET', `/admin/orders?limit=100&page=${page}`, token)
    for (const order of some) orders.set(order.id, order)
    if (some.length === 0) break
  }
  const ids = [...promised.keys()]
  const sold = [...orders.values()]
    .filter(({ status }) => status !== 'DIBATALKAN')
    .flatMap((order) => order.order_items)
  const wrongStock: string[] = []
  for (const id of products) {
    const { stock } = await insist<{ stock: number }>('GET', `/products/${id}`)
    const gone = sold.filter(({ product }) => product.id === id).reduce((sum, { quantity }) => sum + quantity, 0)
    if (stock + gone !== initialStock) wrongStock.push(`${id}: ${stock} + ${gone}`)
  }
  const findings = {
    'orders acknowledged': ids.length,
    'orders in the shop': orders.size,
    'acknowledged and lost': ids.filter((id) => !orders.has(id)).length,
    'there without an acknowledgement': [...orders.keys()].filter((id) => !promised.has(id)).length,
    'with other items': ids.filter((id) => promised.get(id) !== contentsOf(orders.get(id)?.order_items ?? [])).length,
    'products with wrong stock': wrongStock.length,
    'refusals that nothing explains': faults.length,
  }
  console.table(findings)
  for (const line of [...wrongStock, ...faults]) console.error(line)
  const { 'orders acknowledged': acknowledged, 'orders in the shop': there, ...bad } = findings
  const sound = acknowledged > 0 && there >= acknowledged && Object.values(bad).every((count) => count === 0)
  console.log(sound ? 'Nothing lost, nothing done twice.' : 'NOT SOUND')
  if (!sound) process.exitCode = 1
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100
}
