/** The request for a Snap token. Source of the limits: docs.midtrans.com, "Request body (JSON) parameter". */
import { Email } from '@camilan/contract/fields'
import * as z from 'zod/mini'
import { writeTime } from './gateway-wire.ts'

export interface Payable {
  attemptId: string
  orderId: string
  /** Whole rupiah. */
  totalPrice: number
  otherCosts: number
  expiresAt: Date
  buyer: { name: string; email: string; phone: string }
  items: { productId: string; name: string; unitPrice: number; quantity: number }[]
}

export interface SnapRequest {
  body: object
  /** Where the gateway is to tell of this payment. */
  notificationUrl: string
}

const shortestLifeMinutes = 5
/** Midtrans takes requests of up to 16 kB; with more lines than this the goods become one. */
const mostLines = 50

export function snapRequest(order: Payable, publicUrl: string, shippingCost: number, now: Date): SnapRequest {
  const remainingMinutes = Math.ceil((order.expiresAt.getTime() - now.getTime()) / 60_000)
  return {
    notificationUrl: `${publicUrl}/api/payments/notification`,
    body: {
      transaction_details: { order_id: order.attemptId, gross_amount: order.totalPrice },
      item_details: [...goods(order), ...costs(order.otherCosts, shippingCost)],
      customer_details: customer(order.buyer),
      enabled_payments: ['bca_va'],
      expiry: {
        start_time: writeTime(now),
        duration: Math.max(remainingMinutes, shortestLifeMinutes),
        unit: 'minutes',
      },
      callbacks: { finish: `${publicUrl}/my-order/order/${order.orderId}` },
    },
  }
}

function goods({ items, totalPrice, otherCosts }: Payable) {
  if (items.length > mostLines) {
    return [{ id: 'goods', name: 'Pesanan', price: totalPrice - otherCosts, quantity: 1 }]
  }
  return items.map(({ productId, name, unitPrice, quantity }) => ({
    id: productId,
    name: upTo(50, name),
    price: unitPrice,
    quantity,
  }))
}

/** The order keeps one sum for both; it is told apart as far as today's shipping cost goes into it. */
function costs(otherCosts: number, shippingCost: number) {
  const shipping = Math.min(shippingCost, otherCosts)
  return [
    { id: 'shipping', name: 'Ongkos Kirim', price: shipping, quantity: 1 },
    { id: 'service', name: 'Biaya Pelayanan', price: otherCosts - shipping, quantity: 1 },
  ].filter(({ price }) => price > 0)
}

/** One malformed e-mail would have the whole request refused. */
function customer({ name, email, phone }: Payable['buyer']) {
  const emailIsFine = z.safeParse(Email, email).success
  return { first_name: upTo(30, name), phone, ...(emailIsFine && { email }) }
}

const upTo = (length: number, text: string) => Array.from(text).slice(0, length).join('')
