/** The request for a Snap token. Source of the limits: docs.midtrans.com, "Request body (JSON) parameter". */
import { Email } from '@camilan/contract/fields'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import * as z from 'zod/mini'
import { type Charge, totalOf, totalOfKind } from '../orders/charges.ts'
import type { PaymentUrls } from './deps.ts'
import { writeTime } from './gateway-wire.ts'

export interface Payable {
  attemptId: string
  orderId: string
  charges: readonly Charge[]
  /** The methods that the payment page offers. */
  methods: readonly PaymentMethod[]
  expiresAt: Date
  /** `email`: null of an order without an account. */
  buyer: { name: string; email: string | null; phone: string }
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
      item_details: lines(order),
      customer_details: customer(order),
      enabled_payments: order.methods,
      expiry: {
        start_time: writeTime(now),
        duration: Math.max(remainingMinutes, minExpiryMinutes),
        unit: 'minutes',
      },
      callbacks: { finish: order.buyer.email === null ? urls.linkedOrder : urls.finish(order.orderId) },
    },
  }
}

/** Alfamart refuses names with a vertical bar. */
function lines(order: Payable) {
  const all = [...productLines(order), ...otherLines(order)]
  if (!order.methods.includes('alfamart')) return all
  return all.map((line) => ({ ...line, name: line.name.replaceAll('|', '/') }))
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
  discount: { id: 'discount', name: 'Diskon' },
}

/** One line for each charge that is not for goods: the gateway refuses lines whose sum is not the total. */
function otherLines({ charges }: Payable) {
  return charges.flatMap(({ kind, label, amount_idr: price }) => {
    if (kind === 'goods') return []
    const { id, name } = lineOfKind[kind]
    const shown = kind === 'discount' && label ? truncated(50, `${name}: ${label}`) : (label ?? name)
    return [{ id, name: shown, price, quantity: 1 }]
  })
}

/** An e-mail address or a phone number that Midtrans would refuse, with the whole request, is left out. */
function customer({ buyer: { name, email, phone }, methods }: Payable) {
  const isEmailValid = z.safeParse(Email, email).success
  const number = methods.includes('bni_va') ? indonesian(dialled(phone)) : dialled(phone)
  return { first_name: truncated(30, name), ...(number && { phone: number }), ...(isEmailValid && { email }) }
}

/** `+62 (812) 345.678` is `+62812345678`: Midtrans takes digits, with or without a plus sign before them. */
const dialled = (phone: string) => (/^\D*\+/.test(phone) ? '+' : '') + phone.replace(/\D/g, '')

/** BNI takes Indonesian numbers alone. `0812` and `62812` become `+62812`; undefined for a number of another country. */
function indonesian(number: string): string | undefined {
  const [prefix] = /^(?:(?:\+|00)?620?|0(?!0)|(?=8))/.exec(number) ?? []
  return prefix === undefined ? undefined : `+62${number.slice(prefix.length)}`
}

const truncated = (length: number, text: string) => Array.from(text).slice(0, length).join('')
