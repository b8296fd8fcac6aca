import { createHash } from 'node:crypto'
import type { OrderDetail } from '@camilan/contract/orders'
import type { TestShop as Shop } from './make-shop.ts'
import type { Customer } from './shop-client.ts'

interface Result {
  sent: number
  /** The longest time of a request. */
  slowestMs: number
  /** Requests that failed, and texts that were stored differently. */
  findings: string[]
}

const parallel = 6

/** Send each text through every part of the API that takes a text, and compare the stored text. */
export async function injectTexts(shop: Shop, texts: readonly string[]): Promise<Result> {
  const result: Result = { sent: 0, slowestMs: 0, findings: [] }
  const waiting = [...texts.entries()]
  const admin = await shop.admin()

  async function work(): Promise<void> {
    const buyer = await shop.customer()
    const refund = await shop.orderPaidTooLate(buyer)
    const shipped = await shop.paidOrder(buyer)
    await admin.ask('PUT', `/admin/orders/${shipped}/status`, { body: { status: 'DIKIRIM' } })
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await injectOne(new Sender(shop, result, next[1]), { shop, admin, buyer, refund, shipped, index: next[0] })
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return result
}

/** Sends requests with one text, and notes the faults of their answers. */
class Sender {
  readonly text: string
  readonly #shop: Shop
  readonly #result: Result

  constructor(shop: Shop, result: Result, text: string) {
    this.#shop = shop
    this.#result = result
    this.text = text
  }

  /** @param expected  the status, or some of them @returns the body */
  async send<Data = unknown>(
    method: string,
    path: string,
    expected: number | number[],
    { by, body }: { by?: Customer; body?: object | undefined } = {},
  ): Promise<{ data: Data }> {
    const isForm = body instanceof FormData
    const began = performance.now()
    const response = await fetch(`${this.#shop.origin}/api/${path}`, {
      method,
      headers: { ...by?.headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = await response.text()
    this.#result.sent += 1
    this.#result.slowestMs = Math.max(this.#result.slowestMs, performance.now() - began)
    if (![expected].flat().includes(response.status)) this.#note(method, path, `${response.status} ${answer}`)
    return JSON.parse(answer) as { data: Data }
  }

  /** The stored text must be the one that was sent. */
  expectText(where: string, stored: string | null | undefined): void {
    if (stored !== this.text) this.#note('', where, `stored as ${JSON.stringify(stored)}`)
  }

  #note(method: string, path: string, problem: string): void {
    this.#result.findings.push(`${method} ${path} with ${JSON.stringify(this.text)}: ${problem.slice(0, 200)}`)
  }
}

interface Stage {
  shop: Shop
  admin: Customer
  buyer: Customer
  /** The id of a payment whose refund is due. */
  refund: string
  /** The id of a shipped order. */
  shipped: string
  index: number
}

async function injectOne(sender: Sender, { shop, admin, buyer, refund, shipped, index }: Stage): Promise<void> {
  const { text } = sender
  const { db } = shop
  const encoded = encodeURIComponent(text)
  const email = `suntik${index}-${buyer.id.slice(0, 8)}@contoh.id`
  const account = { name: text, email, phone: '081234567890', password: text.padEnd(8, '.') }
  const wrongKey = { ...signed(text, shop), signature_key: text }
  const other_costs = 6_000

  // An invalid text is refused. Some are invalid only because of the limit of passwords.
  const refused: readonly Call[] = [
    ['POST', 'auth/register', 400, { body: { ...account, email: text } }],
    ['POST', 'auth/register', 400, { body: { ...account, phone: text } }],
    ['POST', 'auth/login', [400, 401], { body: { email: text, password: text } }],
    ['POST', 'auth/forgot-password', 400, { body: { email: text } }],
    ['POST', 'auth/reset-password', 400, { body: { token: text, password: 'kata-sandi-baru' } }],
    ['POST', 'auth/undo-email-change', 400, { body: { token: text } }],
    ['PUT', 'users/me/password', 400, { by: buyer, body: { current_password: text, new_password: 'pendek' } }],
    ['PUT', 'users/me', 400, { by: buyer, body: form({ gender: text }) }],
    ['POST', 'carts', 404, { by: buyer, body: { product_id: text, quantity: 1 } }],
    ['POST', 'orders', 400, { by: buyer, body: { address: 'Jl. A', city: text, other_costs } }],
    ['PUT', `orders/${shipped}/status`, 400, { by: buyer, body: { status: text } }],
    ['POST', 'admin/orders/ship', 400, { by: admin, body: { ids: [text] } }],
    ['POST', 'payments/notification', 200, { body: signed(text, shop) }],
    ['POST', 'payments/notification', 403, { body: wrongKey }],
    ...['products', 'orders', 'admin/orders', 'admin/products', 'admin/orders/export'].map(
      (path): Call => ['GET', `${path}/${encoded}`, 404, { by: path.startsWith('admin') ? admin : buyer }],
    ),
    ['DELETE', `carts/${encoded}`, 404, { by: buyer }],
    ['PUT', `notifications/${encoded}/read`, 404, { by: buyer }],
    ...searches.map(([path, who, names]): Call => {
      const query = names.map((name) => `${name}=${encoded}`).join('&')
      return ['GET', `${path}?${query}`, 200, who === 'admin' ? { by: admin } : who === 'buyer' ? { by: buyer } : {}]
    }),
  ]
  for (const call of refused) await sender.send(...call)

  // A stored text is found again as it was sent: in accounts, products, orders and the notes of the seller.
  const { data: user } = await sender.send<{ name: string }>('POST', 'auth/register', 201, { body: account })
  sender.expectText('name', user?.name)
  await sender.send('POST', 'auth/login', 200, { body: { email, password: account.password } })
  const profile = { by: buyer, body: form({ name: text, address: text }) }
  const { data: changed } = await sender.send<{ name: string; address: string }>('PUT', 'users/me', 200, profile)
  sender.expectText('profile name', changed?.name)
  sender.expectText('profile address', changed?.address)

  const fields = { price: '50000', stock: '9', category: 'KUE_KERING', packaging: 'TOPLES', weight: 'KG_1' }
  const body = form({ ...fields, name: text, description: text })
  const { data: product } = await sender.send<{ id: string }>('POST', 'admin/products', 201, { by: admin, body })
  const { data: shown } = await sender.send<Record<string, string>>('GET', `products/${product?.id}`, 200)
  sender.expectText('product name', shown?.name)
  sender.expectText('product description', shown?.description)
  const change = (status: number, name: string, value = text) =>
    sender.send('PUT', `admin/products/${product?.id}`, status, { by: admin, body: form({ [name]: value }) })
  for (const name of choicesAndNumbers) await change(400, name)
  await change(200, 'name', `${text}!`)
  type Entries = { changes: { before: string }[] }[]
  const { data: entries } = await sender.send<Entries>('GET', `admin/products/${product?.id}/audit`, 200, { by: admin })
  sender.expectText('audit entry', entries?.[0]?.changes?.[0]?.before)
  const { data: found } = await sender.send<{ name: string }[]>('GET', `products?limit=100&query=${encoded}`, 200)
  sender.expectText('found product', found?.find(({ name }) => name === `${text}!`)?.name.slice(0, -1))

  await sender.send('POST', 'carts', 201, { by: buyer, body: { product_id: product?.id, quantity: 1 } })
  const order = { by: buyer, body: { address: text, notes: text, other_costs } }
  const { data: placed } = await sender.send<{ order_id: string }>('POST', 'orders', 201, order)
  const id = placed?.order_id ?? 'no order'
  const { data: stored } = await sender.send<OrderDetail>('GET', `orders/${id}`, 200, { by: buyer })
  sender.expectText('order address', stored?.address)
  sender.expectText('order notes', stored?.notes)
  sender.expectText('buyer of an order', stored?.user.name)
  const short = text.slice(0, 50).trim()
  const shipment = { by: admin, body: { courier: short, tracking_number: short } }
  const { data: sent } = await sender.send<OrderDetail>('PUT', `admin/orders/${shipped}/shipment`, 200, shipment)
  if (short === text) sender.expectText('tracking number', sent?.shipment?.tracking_number)
  await sender.send('POST', `admin/refunds/${refund}/done`, 200, { by: admin, body: { note: text } })
  const noted = db.selectFrom('payment_attempts').select('refund_note').where('id', '=', refund)
  sender.expectText('refund note', (await noted.executeTakeFirst())?.refund_note)
  const undone = { refunded_at: null, refund_note: null, refunded_by: null }
  await db.updateTable('payment_attempts').set(undone).where('id', '=', refund).execute()
  const file = `admin/orders/export?query=${encoded}`
  const { data: ticket } = await sender.send<{ url: string }>('POST', file, 200, { by: admin })
  const csv = await (await fetch(ticket?.url ?? shop.origin)).text()
  if (!csv.includes(id)) sender.expectText('export', csv.slice(0, 100))
  await sender.send('PUT', `orders/${id}/status`, 200, { by: buyer, body: { status: 'DIBATALKAN' } })
}

type Call = [method: string, path: string, expected: number | number[], options: { by?: Customer; body?: object }]

const choicesAndNumbers = [
  ...['price', 'stock', 'category', 'packaging', 'weight', 'low_stock_at', 'stock_change'],
  ...['expected_stock', 'expected_price'],
]

/** The caller of each route, with the parameters that the route ignores if they are invalid. */
const searches: readonly (readonly [path: string, by: 'visitor' | 'buyer' | 'admin', names: readonly string[]])[] = [
  ['products', 'visitor', ['query', 'category', 'sortBy', 'sortOrder', 'page', 'limit']],
  ['admin/products', 'admin', ['query', 'stock']],
  ['admin/users', 'admin', ['query', 'page']],
  ['admin/orders', 'admin', ['query', 'status', 'not', 'from', 'to', 'sortOrder']],
  ['orders/me', 'buyer', ['status', 'page']],
  ['notifications', 'buyer', ['limit']],
  ['admin/refunds', 'admin', ['limit']],
  ['admin/dashboard', 'admin', ['days']],
]

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** A notification that is signed with the gateway's key. */
function signed(orderId: string, shop: Shop): object {
  const covered = { order_id: orderId, status_code: '200', gross_amount: '46000.00' }
  const key = createHash('sha512').update(Object.values(covered).join('') + shop.serverKey)
  return { ...covered, signature_key: key.digest('hex'), transaction_status: 'settlement' }
}
