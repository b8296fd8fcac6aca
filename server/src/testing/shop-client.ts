import type { AddToCart, Cart, CartItem } from '@camilan/contract/cart'
import type { ErrorCode } from '@camilan/contract/errors'
import type { Notification } from '@camilan/contract/notifications'
import type { OrderDetail, OrderList, OrderStatus } from '@camilan/contract/orders'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import { type FormFields, formOf } from './forms.ts'
import type { TestUser } from './make-user.ts'

/** An answer of the API. A success has `data`; a failure has `errors`, `code` and sometimes `fields`. */
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

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a multipart form. */
  form?: FormFields | undefined
  headers?: Record<string, string>
}

export type Ask = <Data = unknown>(method: string, path: string, options?: RequestOptions) => Promise<Reply<Data>>

/** The form of POST /orders. `overrides` replace any field, also with values that the contract refuses. */
export const orderForm = (overrides: object = {}) => ({ address: 'Jl. Melati 1', other_costs: 6_000, ...overrides })

/** Call the API at `origin` over HTTP. */
export function askAt(origin: string, defaultHeaders: Record<string, string> = {}): Ask {
  return async <Data>(method: string, path: string, { body, form, headers }: RequestOptions = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...defaultHeaders, ...type, ...headers },
      body: form ? formOf(form) : (JSON.stringify(body) ?? null),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Reply<Data>['body'] }
  }
}

export type Customer = ReturnType<typeof clientOf>

/** A user with the calls that the shop's pages make for them. */
export function clientOf(user: TestUser, origin: string) {
  const ask = askAt(origin, user.headers)
  const addToCart = (product: { id: string }, quantity: number, key?: string) => {
    const body: AddToCart = { product_id: product.id, quantity }
    return ask<CartItem>('POST', '/carts', { body, ...withKey(key) })
  }
  const placeOrder = (overrides: object = {}, key?: string) =>
    ask<Payment>('POST', '/orders', { body: orderForm(overrides), ...withKey(key) })
  const withKey = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } })
  return {
    ...user,
    ask,
    addToCart,
    cart: async () => (await ask<Cart['data']>('GET', '/carts')).body.data,
    placeOrder,
    /** Put a product into the cart and order the cart; returns the order's id. */
    async buy(product: { id: string }, quantity = 1): Promise<string> {
      await addToCart(product, quantity)
      return (await placeOrder()).body.data.order_id
    },
    openPayment: (orderId: string) => ask<Payment>('POST', `/orders/${orderId}/payment`),
    changePayment: (orderId: string, method?: PaymentMethod) =>
      ask<Payment>('POST', `/orders/${orderId}/payment/change`, method && { body: { payment_method: method } }),
    refresh: (orderId: string) => ask<OrderDetail>('POST', `/orders/${orderId}/refresh`),
    setStatus: (orderId: string, status: OrderStatus) =>
      ask<OrderDetail>('PUT', `/orders/${orderId}/status`, { body: { status } }),
    order: async (orderId: string) => (await ask<OrderDetail>('GET', `/orders/${orderId}`)).body.data,
    orders: async (query = '') =>
      (await ask<OrderList['data']>('GET', `/orders/me${query}`)).body as unknown as OrderList,
    /** The messages of their notifications, the newest last; with an order id only those about it. */
    messages: async (orderId?: string | null) => {
      const { data } = (await ask<Notification[]>('GET', '/notifications?limit=100')).body
      const chosen = orderId === undefined ? data : data.filter(({ order_id }) => order_id === orderId)
      return chosen.map(({ message }) => message).reverse()
    },
  }
}
