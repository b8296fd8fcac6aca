import { createHash } from 'node:crypto'
import type { OrderDetail } from '@camilan/contract/orders'
import type { TestShop as Shop } from './make-shop.ts'
import type { Customer } from './shop-client.ts'

interface Result {
  /** How many requests were sent. */
  sent: number
  /** The longest time that one took. */
  slowestMs: number
  /** Requests that failed, and texts that were not found again as they were sent. */
  findings: string[]
}

const parallel = 6

/** Send each text through everything of the API that takes a text, and look for it again where it is stored. */
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

/** Sends requests with one text, and notes what is wrong with their answers. */
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
    const response = await fetch(`${this.#shop.origin}${path}`, {
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
  const short = text.slice(0, 50).trim()
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }

  // Accounts. E-mails and phone numbers can't have these texts; the limit of passwords is what keeps some from being one.
  const email = `suntik${index}-${buyer.id.slice(0, 8)}@contoh.id`
  const registration = { name: text, email, phone: '081234567890', password: text.padEnd(8, '.') }
  sender.expectText(
    'name',
    (await sender.send<{ name: string }>('POST', '/api/auth/register', 201, { body: registration })).data?.name,
  )
  await sender.send('POST', '/api/auth/login', 200, { body: { email, password: registration.password } })
  await sender.send('POST', '/api/auth/register', 400, { body: { ...registration, email: text } })
  await sender.send('POST', '/api/auth/register', 400, { body: { ...registration, phone: text } })
  await sender.send('POST', '/api/auth/login', [400, 401], { body: { email: text, password: text } })
  await sender.send('POST', '/api/auth/forgot-password', 400, { body: { email: text } })
  await sender.send('POST', '/api/auth/reset-password', 400, { body: { token: text, password: 'kata-sandi-baru' } })
  await sender.send('POST', '/api/auth/undo-email-change', 400, { body: { token: text } })
  await sender.send('PUT', '/api/users/me/password', 400, {
    by: buyer,
    body: { current_password: text, new_password: 'pendek' },
  })
  const profile = await sender.send<{ name: string; address: string }>('PUT', '/api/users/me', 200, {
    by: buyer,
    body: form({ name: text, address: text }),
  })
  sender.expectText('profile name', profile.data?.name)
  sender.expectText('profile address', profile.data?.address)
  await sender.send('PUT', '/api/users/me', 400, { by: buyer, body: form({ gender: text }) })

  // The catalogue and the cart.
  const fields = { price: '50000', stock: '9', category: 'KUE_KERING', packaging: 'TOPLES', weight: 'KG_1' }
  const { data: product } = await sender.send<{ id: string }>('POST', '/api/admin/products', 201, {
    by: admin,
    body: form({ ...fields, name: text, description: text }),
  })
  const { data: shown } = await sender.send<{ name: string; description: string }>(
    'GET',
    `/api/products/${product?.id}`,
    200,
  )
  sender.expectText('product name', shown?.name)
  sender.expectText('product description', shown?.description)
  for (const name of [
    'price',
    'stock',
    'category',
    'packaging',
    'weight',
    'low_stock_at',
    'stock_change',
    'expected_stock',
    'expected_price',
  ]) {
    await sender.send('PUT', `/api/admin/products/${product?.id}`, 400, { by: admin, body: form({ [name]: text }) })
  }
  await sender.send('PUT', `/api/admin/products/${product?.id}`, 200, { by: admin, body: form({ name: `${text}!` }) })
  const { data: entries } = await sender.send<{ changes: { before: string }[] }[]>(
    'GET',
    `/api/admin/products/${product?.id}/audit`,
    200,
    { by: admin },
  )
  sender.expectText('audit entry', entries?.[0]?.changes?.[0]?.before)
  await sender.send('POST', '/api/carts', 404, { by: buyer, body: { product_id: text, quantity: 1 } })
  await sender.send('POST', '/api/carts', 201, { by: buyer, body: { product_id: product?.id, quantity: 1 } })

  // An order, from its form to the seller's notes.
  const other_costs = 6_000
  await sender.send('POST', '/api/orders', 400, { by: buyer, body: { address: 'Jl. A', city: text, other_costs } })
  const { data: placed } = await sender.send<{ order_id: string }>('POST', '/api/orders', 201, {
    by: buyer,
    body: { address: text, notes: text, other_costs },
  })
  const { data: order } = await sender.send<OrderDetail>('GET', `/api/orders/${placed?.order_id}`, 200, { by: buyer })
  sender.expectText('order address', order?.address)
  sender.expectText('order notes', order?.notes)
  sender.expectText('buyer of an order', order?.user.name)
  await sender.send('PUT', `/api/orders/${placed?.order_id}/status`, 400, { by: buyer, body: { status: text } })
  const { data: corrected } = await sender.send<OrderDetail>('PUT', `/api/admin/orders/${shipped}/shipment`, 200, {
    by: admin,
    body: { courier: short, tracking_number: short },
  })
  if (short === text) sender.expectText('tracking number', corrected?.shipment?.tracking_number)
  await sender.send('POST', '/api/admin/orders/ship', 400, { by: admin, body: { ids: [text] } })
  await sender.send('POST', `/api/admin/refunds/${refund}/done`, 200, { by: admin, body: { note: text } })
  const noted = db.selectFrom('payment_attempts').select('refund_note').where('id', '=', refund)
  sender.expectText('refund note', (await noted.executeTakeFirst())?.refund_note)
  await db
    .updateTable('payment_attempts')
    .set({ refunded_at: null, refund_note: null, refunded_by: null })
    .where('id', '=', refund)
    .execute()
  await sender.send('POST', '/api/payments/notification', 200, { body: signed(text, shop) })
  await sender.send('POST', '/api/payments/notification', 403, { body: { ...signed(text, shop), signature_key: text } })

  // Searches, filters and ids.
  const searches = [
    ['/api/products', undefined, ['query', 'category', 'sortBy', 'sortOrder', 'page', 'limit']],
    ['/api/admin/products', admin, ['query', 'stock']],
    ['/api/admin/users', admin, ['query', 'page']],
    ['/api/admin/orders', admin, ['query', 'status', 'not', 'from', 'to', 'sortOrder']],
    ['/api/orders/me', buyer, ['status', 'page']],
    ['/api/notifications', buyer, ['limit']],
    ['/api/admin/refunds', admin, ['limit']],
    ['/api/admin/dashboard', admin, ['days']],
    [`/api/admin/orders/${shipped}/audit`, admin, ['page']],
  ] as const
  for (const [path, by, names] of searches) {
    const query = names.map((name) => `${name}=${encoded}`).join('&')
    await sender.send('GET', `${path}?${query}`, 200, by ? { by } : {})
  }
  const { data: found } = await sender.send<{ name: string }[]>('GET', `/api/products?limit=100&query=${encoded}`, 200)
  sender.expectText('found product', found?.find(({ name }) => name === `${text}!`)?.name.slice(0, -1))
  const { data: ticket } = await sender.send<{ url: string }>(
    'POST',
    `/api/admin/orders/export?query=${encoded}`,
    200,
    {
      by: admin,
    },
  )
  const csv = await (await fetch(ticket?.url ?? shop.origin)).text()
  if (!csv.includes(placed?.order_id ?? 'no order')) sender.expectText('export', csv.slice(0, 100))
  for (const path of ['products', 'orders', 'admin/orders', 'admin/products', 'admin/orders/export']) {
    await sender.send('GET', `/api/${path}/${encoded}`, 404, { by: path.startsWith('admin') ? admin : buyer })
  }
  await sender.send('GET', `/media/${encoded}`, 404)
  await sender.send('DELETE', `/api/carts/${encoded}`, 404, { by: buyer })
  await sender.send('PUT', `/api/notifications/${encoded}/read`, 404, { by: buyer })
  await sender.send('PUT', `/api/orders/${placed?.order_id}/status`, 200, { by: buyer, body: { status: 'DIBATALKAN' } })
}

/** A notification that is signed with the gateway's key. */
function signed(orderId: string, shop: Shop): object {
  const covered = { order_id: orderId, status_code: '200', gross_amount: '46000.00' }
  const key = createHash('sha512').update(Object.values(covered).join('') + shop.serverKey)
  return { ...covered, signature_key: key.digest('hex'), transaction_status: 'settlement' }
}
