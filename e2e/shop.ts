import { randomBytes } from 'node:crypto'
import { addDays } from '@camilan/contract/days'
import { jakartaDay } from '@camilan/contract/jakarta'
import { expect } from '@playwright/test'
import { seller } from './set-ups.ts'

export interface Account {
  id: string
  name: string
  email: string
  password: string
  token: string
  isAdmin: boolean
}

export interface Product {
  id: string
  name: string
  price: number
  stock: number
  image: string | null
  image_look: string | null
}

export interface Order {
  id: string
  status: string
  order_time: string
  total_price: number
  order_items: { batch_id?: string }[]
  transaction: { status: string; chosen_method: string | null }
  shipment: { courier: string | null; tracking_number: string | null } | null
}

/** The sum of both fees in rupiah, with the shop's defaults. */
export const otherCosts = 6_000

/** A text that no other call returns. */
export const unique = () => randomBytes(4).toString('hex')

/** The seller's session in each shop: a worker logs in once. A test that ends a session uses its own. */
const sellers = new Map<string, Promise<Account>>()

/** The fields of a form with files or of one that may have some. */
export function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

/** The shop's API, for steps that a test does not examine. Every call throws on a refusal. */
export class Shop {
  readonly url: string
  readonly #sandboxUrl: string

  constructor(url: string, sandboxUrl: string) {
    this.url = url
    this.#sandboxUrl = sandboxUrl
  }

  async makeBuyer({ name }: { name?: string } = {}): Promise<Account> {
    const id = unique()
    const buyer = { name: name ?? `Pembeli ${id}`, email: `pembeli-${id}@contoh.test`, password: 'rahasia-123' }
    await this.#call('POST', '/api/auth/register', { body: { ...buyer, phone: '081234567890' } })
    return this.logIn(buyer)
  }

  seller(): Promise<Account> {
    const session = sellers.get(this.url) ?? this.logIn(seller)
    sellers.set(this.url, session)
    return session
  }

  async logIn(account: Pick<Account, 'name' | 'email' | 'password'>): Promise<Account> {
    const { email, password } = account
    const { data } = await this.#call<{ token: string; id: string; is_admin: boolean }>('POST', '/api/auth/login', {
      body: { email, password },
    })
    return { ...account, id: data.id, token: data.token, isAdmin: data.is_admin }
  }

  /** A product that no other test uses. */
  async makeProduct({
    stock = 20,
    price = 50_000,
    name = `Kue Uji ${unique()}`,
    description = 'Kue kering untuk dicoba-coba, renyah dan wangi mentega.',
    price_steps = '-',
  } = {}): Promise<Product> {
    const kind = { category: 'KUE_KERING', packaging: 'TOPLES', weight: 'GRAM_500' }
    return this.asSeller<Product>('POST', 'products', formOf({ name, price, stock, description, price_steps, ...kind }))
  }

  /** A product of the demo data. */
  async sample(query: string): Promise<Product> {
    const [product] = await this.products({ query })
    if (!product) throw new Error(`The sample ${query} is missing`)
    return product
  }

  async changeProduct({ id }: Product, change: { price: number } | { stock: number }): Promise<void> {
    await this.asSeller('PUT', `products/${id}`, formOf(change))
  }

  async changeSettings(change: object): Promise<void> {
    const { version } = await this.asSeller<{ version: number }>('GET', 'settings')
    await this.asSeller('PUT', 'settings', { ...change, version })
  }

  async changeZones(zones: object[]): Promise<void> {
    const { version } = await this.asSeller<{ version: number }>('GET', 'zones')
    await this.asSeller('PUT', 'zones', { version, zones })
  }

  async addDiscount(discount: object): Promise<void> {
    await this.asSeller('POST', 'discounts', discount)
  }

  /** It takes orders for three days more. */
  async addBatch(products: { product_id: string; quota: number }[], name = 'PO Lebaran'): Promise<{ id: string }> {
    const day = (count: number) => addDays(jakartaDay(new Date()), count)
    const days = { order_until: day(3), made_on: day(8), handed_over_on: day(10) }
    return this.asSeller('POST', 'batches', { name, ...days, products })
  }

  async removeBatch(id: string): Promise<void> {
    await this.asSeller('DELETE', `batches/${id}`)
  }

  async removeProduct({ id }: Product): Promise<void> {
    await this.asSeller('DELETE', `products/${id}`)
  }

  async product(id: string): Promise<Product> {
    return (await this.#call<Product>('GET', `/api/products/${id}`)).data
  }

  async products(query: Record<string, string>): Promise<Product[]> {
    return (await this.#call<Product[]>('GET', `/api/products?${new URLSearchParams(query)}`)).data
  }

  async addToCart({ token }: Account, product: Product, quantity = 1): Promise<void> {
    await this.#call('POST', '/api/carts', { token, body: { product_id: product.id, quantity, price: product.price } })
  }

  /** Places an unpaid order of one product, to Jakarta. */
  async placeOrder(buyer: Account, product: Product, quantity = 1, rest: { notes?: string; method?: string } = {}) {
    await this.addToCart(buyer, product, quantity)
    return this.orderCart(buyer, rest)
  }

  /** Places an unpaid order of everything in the cart. */
  async orderCart(
    buyer: Account,
    {
      address = 'Jl. Kenanga No. 3',
      notes = '',
      city = 'Jakarta' as string | null,
      method = null as string | null,
    } = {},
  ): Promise<Order> {
    const { data } = await this.#call<{ order_id: string }>('POST', '/api/orders', {
      token: buyer.token,
      body: { address, notes, city, other_costs: otherCosts, ...(method !== null && { payment_method: method }) },
    })
    return this.order(buyer, data.order_id)
  }

  async order({ token }: Account, id: string): Promise<Order> {
    return (await this.#call<Order>('GET', `/api/orders/${id}`, { token })).data
  }

  async orders({ token }: Account, status = 'DIPROSES'): Promise<Order[]> {
    return (await this.#call<Order[]>('GET', `/api/orders/me?status=${status}`, { token })).data
  }

  /** Pays in the sandbox and waits until the shop knows it. */
  async pay(buyer: Account, { id }: Order): Promise<void> {
    await this.payInSandbox(id)
    // The shop asks the gateway at once, unless it has just asked: then the gateway's notification reports it.
    await this.#call('POST', `/api/orders/${id}/refresh`, { token: buyer.token })
    await expect.poll(async () => (await this.order(buyer, id)).status).not.toBe('DIPROSES')
  }

  /** A paid order of one new product. */
  async paidOrder(buyer?: Account): Promise<Order> {
    const payer = buyer ?? (await this.makeBuyer())
    const order = await this.placeOrder(payer, await this.makeProduct())
    await this.pay(payer, order)
    return order
  }

  /** The same by QRIS, which the gateway can refund. The shop offers it from then on. */
  async paidByQris(buyer: Account): Promise<Order> {
    await this.changeSettings({ payment_methods: ['other_qris', 'bca_va'] })
    const order = await this.placeOrder(buyer, await this.makeProduct())
    await this.inSandbox(order.id, 'charge', { method: 'other_qris' })
    await this.pay(buyer, order)
    return order
  }

  /** Pays in the sandbox, which notifies the shop later. */
  payInSandbox = (orderId: string) => this.inSandbox(orderId, 'pay')

  /** A buyer or a bank does something to a payment: charge `{method}`, pay, expire, deny, reverse, refund `{amount}`. */
  async inSandbox(orderId: string, action: string, body: object = {}): Promise<void> {
    await this.#inSandbox('POST', `transactions/${orderId}/${action}`, body)
  }

  /** Moves the sandbox's clock, and with it the lives of all its payments. */
  advanceSandbox = (minutes: number) => this.#inSandbox('POST', 'clock', { advanceSeconds: minutes * 60 })

  switchSandbox = (change: Record<string, string>) => this.#inSandbox('PATCH', 'switches', change)

  async changeStatus({ token }: Account, { id }: Order, status: 'SELESAI' | 'DIBATALKAN'): Promise<void> {
    await this.#call('PUT', `/api/orders/${id}/status`, { token, body: { status } })
  }

  async ship({ id }: Pick<Order, 'id'>, shipment: { courier?: string; tracking_number?: string } = {}): Promise<void> {
    await this.asSeller('PUT', `orders/${id}/status`, { status: 'DIKIRIM', ...shipment })
  }

  /** The seller cancels a paid order. */
  async cancelPaid({ id }: Order): Promise<void> {
    await this.asSeller('POST', `orders/${id}/cancel`, { reason: 'Stok habis' })
  }

  /** The seller enters an order that a buyer without an account has placed elsewhere. */
  async enterOrder(products: Product[]): Promise<{ order_id: string; link: string }> {
    const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const body = { name: 'Bu Rina', phone: '081277771234', address: 'Jl. Melati 7', city: 'Depok', items }
    return this.asSeller('POST', 'orders', body)
  }

  /** Cancels the order and then pays it, like a buyer who already has the virtual account number. */
  async payTooLate(buyer: Account, { id }: Order): Promise<void> {
    await this.inSandbox(id, 'charge')
    await this.#call('PUT', `/api/orders/${id}/status`, { token: buyer.token, body: { status: 'DIBATALKAN' } })
    await this.inSandbox(id, 'pay', { force: true })
  }

  async logOut({ token }: Account): Promise<void> {
    await this.#call('POST', '/api/auth/logout', { token })
  }

  /** A call of the seller, for example of what only one test needs. The fields of a form are given as an array. */
  async asSeller<T>(method: string, path: string, body?: object): Promise<T> {
    const { token } = await this.seller()
    return (await this.#call<T>(method, `/api/admin/${path}`, { token, ...(body && { body }) })).data
  }

  async #call<T>(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<{ data: T }> {
    const headers = new Headers()
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (body && !(body instanceof FormData)) headers.set('content-type', 'application/json')
    const sent = body instanceof FormData ? body : JSON.stringify(body)
    return this.#ask(this.url + path, { method, headers, ...(body && { body: sent }) })
  }

  async #inSandbox(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await this.#ask(`${this.#sandboxUrl}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) })
  }

  async #ask<T>(url: string, request: RequestInit): Promise<T> {
    const answer = await fetch(url, request)
    if (!answer.ok) throw new Error(`${request.method} ${url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}
