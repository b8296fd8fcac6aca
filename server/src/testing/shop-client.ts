import type { AddToCart, Cart, CartItem } from '@camilan/contract/cart'
import type { ErrorCode } from '@camilan/contract/errors'
import type { Notification } from '@camilan/contract/notifications'
import type { OrderDetail, OrderList, OrderStatus } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import type { TestUser } from './make-user.ts'

/** An answer of the API. What of the body is there depends on whether it succeeded. */
export interface Reply<Data = unknown> {
  status: number
  headers: Headers
  body: {
    data: Data
    message?: string
    errors?: string
    code?: ErrorCode
    fields?: Record<string, string>
  }
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
}

export type Ask = <Data = unknown>(method: string, path: string, asked?: Asked) => Promise<Reply<Data>>

/** What an order needs besides a cart; `wishes` replace any field, whatever the contract says of it. */
export const orderForm = (wishes: object = {}) => ({ address: 'Jl. Melati 1', other_costs: 6_000, ...wishes })

/** Ask the API at `origin` over HTTP. */
export function askAt(origin: string, always: Record<string, string> = {}): Ask {
  return async <Data>(method: string, path: string, { body, headers }: Asked = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...always, ...type, ...headers },
      ...sent,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Reply<Data>['body'] }
  }
}

export type Customer = ReturnType<typeof clientOf>

/** A user with the calls that one makes with the shop's pages. */
export function clientOf(user: TestUser, origin: string) {
  const ask = askAt(origin, user.headers)
  const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } })
  return {
    ...user,
    ask,
    addToCart: (product: { id: string }, quantity: number, key?: string) => {
      const body: AddToCart = { product_id: product.id, quantity }
      return ask<CartItem>('POST', '/carts', { body, ...keyed(key) })
    },
    cart: async () => (await ask<Cart['data']>('GET', '/carts')).body.data,
    placeOrder: (wishes: object = {}, key?: string) =>
      ask<Payment>('POST', '/orders', { body: orderForm(wishes), ...keyed(key) }),
    pay: (orderId: string) => ask<Payment>('POST', `/orders/${orderId}/payment`),
    refresh: (orderId: string) => ask<OrderDetail>('POST', `/orders/${orderId}/refresh`),
    move: (orderId: string, status: OrderStatus) =>
      ask<OrderDetail>('PUT', `/orders/${orderId}/status`, { body: { status } }),
    order: async (orderId: string) => (await ask<OrderDetail>('GET', `/orders/${orderId}`)).body.data,
    orders: async (query = '') =>
      (await ask<OrderList['data']>('GET', `/orders/me${query}`)).body as unknown as OrderList,
    /** Newest last; of one order where one is named. */
    told: async (orderId?: string | null) => {
      const { data } = (await ask<Notification[]>('GET', '/notifications?limit=100')).body
      const mine = orderId === undefined ? data : data.filter(({ order_id }) => order_id === orderId)
      return mine.map(({ message }) => message).reverse()
    },
  }
}
