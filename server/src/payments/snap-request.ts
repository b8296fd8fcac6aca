/** The request for a Snap token. Source of the limits: docs.midtrans.com, "Request body (JSON) parameter". */
import { Email } from '@camilan/contract/fields'
import * as z from 'zod/mini'
import { type Charge, totalOf, totalOfKind } from '../orders/charges.ts'
import type { PaymentUrls } from './deps.ts'
import { writeTime } from './gateway-wire.ts'

export interface Payable {
  attemptId: string
  orderId: string
  charges: readonly Charge[]
  expiresAt: Date
  buyer: { name: string; email: string; phone: string }
  items: { productId: string; name: string; unitPrice: number; quantity: number }[]
}

export interface SnapRequest {
  body: object
  /** The URL to which the gateway sends the notifications of this payment. */
  notificationUrl: string
}

const minExpiryMinutes = 5
/** Midtrans accepts requests of up to 16 kB. With more lines than this all products are sent as one line. */
const maxLines = 50

export function snapRequest({ urls }: { urls: PaymentUrls }, order: Payable, now: Date): SnapRequest {
  const remainingMinutes = Math.ceil((order.expiresAt.getTime() - now.getTime()) / 60_000)
  return {
    notificationUrl: urls.notification,
    body: {
      transaction_details: { order_id: order.attemptId, gross_amount: totalOf(order.charges) },
      item_details: [...productLines(order), ...otherLines(order)],
      customer_details: customer(order.buyer),
      enabled_payments: ['bca_va'],
      expiry: {
        start_time: writeTime(now),
        duration: Math.max(remainingMinutes, minExpiryMinutes),
        unit: 'minutes',
      },
      callbacks: { finish: urls.finish(order.orderId) },
    },
  }
}

function productLines({ items, charges }: Payable) {
  if (items.length > maxLines) {
    return [{ id: 'goods', name: 'Pesanan', price: totalOfKind(charges, 'goods'), quantity: 1 }]
  }
  return items.map(({ productId, name, unitPrice, quantity }) => ({
    id: productId,
    name: truncated(50, name),
    price: unitPrice,
    quantity,
  }))
}

const lineOfKind = {
  delivery: { id: 'shipping', name: 'Ongkos Kirim' },
  service: { id: 'service', name: 'Biaya Pelayanan' },
}

/** One line for each charge that is not for goods: the gateway refuses lines whose sum is not the total. */
function otherLines({ charges }: Payable) {
  return charges.flatMap(({ kind, label, amount_idr: price }) => {
    if (kind === 'goods') return []
    const { id, name } = lineOfKind[kind]
    return [{ id, name: label ?? name, price, quantity: 1 }]
  })
}

/** A malformed e-mail is left out, because Midtrans would refuse the whole request. */
function customer({ name, email, phone }: Payable['buyer']) {
  const isEmailValid = z.safeParse(Email, email).success
  return { first_name: truncated(30, name), phone: dialled(phone), ...(isEmailValid && { email }) }
}

/** `+62 (812) 345.678` is `+62812345678`: Midtrans takes digits, with or without a plus sign before them. */
const dialled = (phone: string) => (/^\D*\+/.test(phone) ? '+' : '') + phone.replace(/\D/g, '')

const truncated = (length: number, text: string) => Array.from(text).slice(0, length).join('')
