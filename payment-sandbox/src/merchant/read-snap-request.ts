import type { Item, PaymentRequest } from '../payments/payment.ts'
import { parseStartTime, unitMs } from '../wire-time.ts'
import { FieldChecks, fieldsOf } from './field-checks.ts'
import { readMethodOptions } from './read-method-options.ts'

const shortestExpiryMs = 20_000
const addressLimits = { first_name: 255, last_name: 255, email: 255, phone: 255, address: 255, city: 100 }

/**
 * Reads the body of POST /snap/v1/transactions. Unknown fields are ignored, as Midtrans ignores them.
 * Limits: docs.midtrans.com/reference/json-objects.
 * @returns the request, or all errors at once as Snap's `error_messages`
 */
export function readSnapRequest(body: unknown, now: number): { request: PaymentRequest } | { errors: string[] } {
  const fields = fieldsOf(body)
  const checks = new FieldChecks()
  const grossAmount = readGrossAmount(checks, fieldsOf(fields.transaction_details).gross_amount)
  const orderId = readOrderId(checks, fieldsOf(fields.transaction_details).order_id)
  const items = readItems(checks, fields.item_details)
  const sum = items?.reduce((total, { price, quantity }) => total + price * quantity, 0)
  checks.refuseIf(
    grossAmount !== null && sum !== undefined && sum !== grossAmount,
    'transaction_details.gross_amount is not equal to the sum of item_details',
  )
  const request: PaymentRequest = {
    orderId: orderId ?? '',
    grossAmount: grossAmount ?? 0,
    items: items ?? [],
    ...readCustomer(checks, fields.customer_details),
    enabledPayments: readEnabledPayments(checks, fields.enabled_payments),
    finishUrl: checks.text(fieldsOf(fields.callbacks).finish, 'callbacks.finish', 255),
    errorUrl: checks.text(fieldsOf(fields.callbacks).error, 'callbacks.error', 255),
    customFields: readCustomFields(checks, fields),
    ...readMethodOptions(checks, fields),
    expiry: readExpiry(checks, fields.expiry, now),
    pageExpiryMs: readDuration(checks, fields.page_expiry, 'page_expiry'),
  }
  return checks.errors.length > 0 ? { errors: checks.errors } : { request }
}

function readGrossAmount(checks: FieldChecks, value: unknown): number | null {
  const name = 'transaction_details.gross_amount'
  const amount = checks.integer(value, name)
  checks.refuseIf(value === undefined || value === null, `${name} is not a number`) // Snap reports both for a missing amount
  checks.refuseIf(amount !== null && amount <= 0, `${name} harus sama atau lebih besar dari 0.01`)
  return amount
}

function readOrderId(checks: FieldChecks, value: unknown): string | null {
  const name = 'transaction_details.order_id'
  checks.refuseIf(value === undefined || value === null || value === '', `${name} is required`)
  return checks.text(value, name, 50)
}

function readItems(checks: FieldChecks, value: unknown): Item[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    checks.refuseIf(true, 'item_details is not an array')
    return undefined
  }
  const items = value.map((entry) => readItem(checks, fieldsOf(entry)))
  return items.every((item) => item !== null) ? items : undefined
}

function readItem(checks: FieldChecks, fields: Record<string, unknown>): Item | null {
  const price = checks.integer(fields.price, 'item_details Price')
  const quantity = checks.integer(fields.quantity, 'item_details Quantity', 1)
  checks.refuseIf(fields.name === undefined || fields.name === '', 'item_details Name is required')
  const name = checks.text(fields.name, 'item_details Name', 50)
  for (const key of ['id', 'brand', 'category', 'merchant_name', 'url']) {
    const value = fields[key]
    checks.text(typeof value === 'number' ? String(value) : value, `item_details ${capital(key)}`, 50)
  }
  return price === null || quantity === null || name === null ? null : { price, quantity, name }
}

function readCustomer(checks: FieldChecks, value: unknown) {
  const fields = fieldsOf(value)
  const firstName = checks.text(fields.first_name, 'customer_details.first_name', 255)
  const lastName = checks.text(fields.last_name, 'customer_details.last_name', 255)
  const email = checks.text(fields.email, 'customer_details.email', 255)
  checks.refuseIf(
    email !== null && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email),
    'customer_details.email format is invalid',
  )
  const phone = checks.text(fields.phone, 'customer_details.phone', 255)
  for (const place of ['billing_address', 'shipping_address']) {
    const address = fieldsOf(fields[place])
    for (const [key, longest] of Object.entries({ ...addressLimits, postal_code: 10, country_code: 10 })) {
      checks.text(address[key], `customer_details.${place}.${key}`, longest)
    }
  }
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return { customerName: name, customerEmail: email, customerPhone: phone }
}

function readEnabledPayments(checks: FieldChecks, value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.every((method) => typeof method === 'string')) return value
  checks.refuseIf(true, 'enabled_payments is not an array')
  return null
}

function readCustomFields(checks: FieldChecks, fields: Record<string, unknown>): Record<string, string> {
  const names = ['custom_field1', 'custom_field2', 'custom_field3']
  const entries = names.map((name) => [name, checks.text(fields[name], name, 255)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null))
}

function readExpiry(checks: FieldChecks, value: unknown, now: number): PaymentRequest['expiry'] {
  const durationMs = readDuration(checks, value, 'expiry')
  if (durationMs === null) return null
  const startText = checks.text(fieldsOf(value).start_time, 'expiry.start_time', 255)
  const startAt = startText === null ? null : (parseStartTime(startText) ?? null)
  checks.refuseIf(startText !== null && startAt === null, 'expiry.start_time format is invalid')
  const isTooShort = startAt !== null && startAt + durationMs < now + shortestExpiryMs
  checks.refuseIf(isTooShort, 'expiry must be at least 20 seconds from now')
  return { startAt, durationMs }
}

function readDuration(checks: FieldChecks, value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null
  const fields = fieldsOf(value)
  const duration = checks.integer(fields.duration, `${name}.duration`, 1)
  const unit = typeof fields.unit === 'string' ? unitMs(fields.unit) : undefined
  checks.refuseIf(
    unit === undefined,
    fields.unit === undefined ? `${name}.unit is required` : `${name}.unit is invalid`,
  )
  return duration === null || unit === undefined ? null : duration * unit
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
