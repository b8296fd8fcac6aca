/** The request for a Snap token. Source of the limits: docs.midtrans.com, "Request body (JSON) parameter". */
import * as z from 'zod/mini'
import type { MethodName, SnapBody } from './names.ts'
import { writeTime } from './wire.ts'

type Line = SnapBody['item_details'][number]

/** The sum of all lines is the amount, in whole rupiah. Names may have any length. */
export interface SnapPayment {
  /** Unique in the account for ever. */
  id: string
  /** The goods; if they are too many, `sum` is sent in their place. */
  goods: { lines: readonly Line[]; sum: Line }
  /** Shipping, fees and discounts. */
  others: readonly Line[]
  /** The methods that the payment page offers. */
  methods: readonly MethodName[]
  expiresAt: Date
  buyer: { name: string; email: string | null; phone: string }
  /** Midtrans sends the buyer there after the payment page. */
  finishUrl: string
  /** Midtrans sends the notifications of this payment there. */
  notificationUrl: string
}

export interface SnapRequest {
  body: SnapBody
  notificationUrl: string
}

const minExpiryMinutes = 5
/** Midtrans accepts requests of up to 16 kB. */
const maxLines = 50

export function snapRequest(payment: SnapPayment, now: Date): SnapRequest {
  const remainingMinutes = Math.ceil((payment.expiresAt.getTime() - now.getTime()) / 60_000)
  const item_details = lines(payment)
  const gross_amount = item_details.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return {
    notificationUrl: payment.notificationUrl,
    body: {
      transaction_details: { order_id: payment.id, gross_amount },
      item_details,
      customer_details: customer(payment),
      enabled_payments: payment.methods,
      expiry: { start_time: writeTime(now), duration: Math.max(remainingMinutes, minExpiryMinutes), unit: 'minutes' },
      callbacks: { finish: payment.finishUrl },
    },
  }
}

/** Alfamart refuses names with a vertical bar. */
function lines({ goods, others, methods }: SnapPayment): Line[] {
  const sent = goods.lines.length > maxLines ? [goods.sum] : goods.lines
  const nameOf = (name: string) => truncated(50, methods.includes('alfamart') ? name.replaceAll('|', '/') : name)
  return [...sent, ...others].map(({ id, name, price, quantity }) => ({ id, name: nameOf(name), price, quantity }))
}

/** An e-mail address or a phone number that Midtrans would refuse, with the whole request, is left out. */
function customer({ buyer: { name, email, phone }, methods }: SnapPayment): SnapBody['customer_details'] {
  const isEmailValid = z.safeParse(z.email(), email).success
  const number = methods.includes('bni_va') ? indonesian(dialled(phone)) : dialled(phone)
  return {
    first_name: truncated(30, name),
    ...(number && { phone: number }),
    ...(email !== null && isEmailValid && { email }),
  }
}

/** `+62 (812) 345.678` is `+62812345678`: Midtrans takes digits, with or without a plus sign before them. */
const dialled = (phone: string) => (/^\D*\+/.test(phone) ? '+' : '') + phone.replace(/\D/g, '')

/** BNI takes Indonesian numbers alone. `0812` and `62812` become `+62812`; undefined for a number of another country. */
function indonesian(number: string): string | undefined {
  const [prefix] = /^(?:(?:\+|00)?620?|0(?!0)|(?=8))/.exec(number) ?? []
  return prefix === undefined ? undefined : `+62${number.slice(prefix.length)}`
}

const truncated = (length: number, text: string) => Array.from(text).slice(0, length).join('')
