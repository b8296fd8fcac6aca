import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { PaymentRequest } from '../payments/payment.ts'
import { type FieldChecks, fieldsOf } from './field-checks.ts'

/** The digits that a merchant may ask for, by docs.midtrans.com/reference/json-objects; one sample of CIMB has 16. */
const suffixes: [PaymentMethod, RegExp][] = [
  ['bca_va', /^\d{1,11}$/],
  ['bni_va', /^\d{1,8}$/],
  ['bri_va', /^\d{1,13}$/],
  ['permata_va', /^\d{10}$/],
  ['cimb_va', /^\d{1,16}$/],
]

/** Reads the options of each method in a Snap request. */
export function readMethodOptions(
  checks: FieldChecks,
  fields: Record<string, unknown>,
): Pick<PaymentRequest, 'vaSuffixes' | 'callbackUrls'> {
  checkForMethods(checks, fields)
  checks.text(fieldsOf(fields.permata_va).recipient_name, 'permata_va.recipient_name', 20)
  for (const key of ['alfamart_free_text_1', 'alfamart_free_text_2', 'alfamart_free_text_3']) {
    checks.text(fieldsOf(fields.cstore)[key], `cstore.${key}`, 40)
  }
  const gopay = fieldsOf(fields.gopay)
  const callbackUrl = checks.text(gopay.callback_url, 'gopay.callback_url', 255)
  return {
    vaSuffixes: readVaSuffixes(checks, fields),
    callbackUrls: {
      gopay: gopay.enable_callback === true ? callbackUrl : null,
      shopeepay: checks.text(fieldsOf(fields.shopeepay).callback_url, 'shopeepay.callback_url', 255),
    },
  }
}

function readVaSuffixes(checks: FieldChecks, fields: Record<string, unknown>): PaymentRequest['vaSuffixes'] {
  const read: PaymentRequest['vaSuffixes'] = {}
  for (const [method, format] of suffixes) {
    const name = `${method}.va_number`
    const digits = checks.text(fieldsOf(fields[method]).va_number, name, 255)
    checks.refuseIf(digits !== null && !format.test(digits), `${name} format is invalid`)
    if (digits !== null) read[method] = digits
  }
  return read
}

/** BNI takes phone numbers of Indonesia only, and Alfamart no bar in names. */
function checkForMethods(checks: FieldChecks, fields: Record<string, unknown>): void {
  const enabled = Array.isArray(fields.enabled_payments) ? fields.enabled_payments : []
  const { phone } = fieldsOf(fields.customer_details)
  const isForeign = typeof phone === 'string' && (phone.length > 30 || !/^(\+62|0)/.test(phone))
  checks.refuseIf(enabled.includes('bni_va') && isForeign, 'customer_details.phone format is invalid')
  const items = Array.isArray(fields.item_details) ? fields.item_details.map(fieldsOf) : []
  const hasBar = items.some(({ name }) => String(name).includes('|'))
  checks.refuseIf(enabled.includes('alfamart') && hasBar, 'item_details Name format is invalid')
}
