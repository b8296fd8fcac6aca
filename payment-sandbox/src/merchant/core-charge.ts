import type { FastifyReply, FastifyRequest } from 'fastify'
import { charge } from '../payments/charge.ts'
import { appLink, qrContent, qrImageUrl } from '../payments/links.ts'
import { isActive, offeredMethods } from '../payments/offered-methods.ts'
import type { ChargedPayment, PaymentRequest } from '../payments/payment.ts'
import { answerBody } from '../payments/transaction-body.ts'
import type { Sandbox } from '../sandbox.ts'
import { wibText } from '../wire-time.ts'
import { notSimulated, parseJson, problem } from './core-answers.ts'
import { createToken } from './create-token.ts'
import { fieldsOf } from './field-checks.ts'
import { notificationUrls } from './notification-urls.ts'
import { readSnapRequest } from './read-snap-request.ts'

const methodOf = { qris: 'other_qris', gopay: 'gopay' } as const
const created = { qris: 'QRIS transaction is created', gopay: 'GoPay transaction is created' } as const

/** The answer to POST /v2/charge, for QRIS and GoPay. A wrong request is refused first. */
export function coreCharge(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  defaultNotificationUrl: string | undefined,
): object {
  const fields = fieldsOf(parseJson(request.body))
  const type = fields.payment_type
  const read = readCharge(fields, sandbox.clock.now())
  if ('errors' in read) return invalid(reply, read.errors)
  if (type !== 'qris' && type !== 'gopay') return problem('402', `${String(type)}: ${notSimulated}`)
  if (!isActive(sandbox, methodOf[type])) return problem('402', 'Payment channel is not activated.')
  if (!offeredMethods(sandbox, read.request).includes(methodOf[type])) {
    return invalid(reply, ['transaction_details.gross_amount is out of range'])
  }
  const payment = createToken(sandbox, read.request, notificationUrls(request.headers, defaultNotificationUrl))
  if (!payment) return problem('406', 'The request could not be completed due to a conflict: Duplicate order ID')
  const charged = charge(sandbox, payment, methodOf[type])
  return {
    ...answerBody(charged, '201', created[type]),
    expiry_time: wibText(charged.charge.expiresAt),
    ...(type === 'qris' ? { acquirer: charged.charge.acquirer, qr_string: qrContent(sandbox, charged.charge) } : {}),
    actions: actions(sandbox, charged, `${request.protocol}://${request.host}/v2/${charged.charge.transactionId}`),
  }
}

function invalid(reply: FastifyReply, validation_messages: string[]) {
  reply.code(400)
  return problem('400', 'One or more parameters in the payload is invalid.', { validation_messages })
}

/** `custom_expiry` is the Core API's name for Snap's `expiry`. */
function readCharge(fields: Record<string, unknown>, now: number): { request: PaymentRequest } | { errors: string[] } {
  const { order_time, expiry_duration, unit = 'minute' } = fieldsOf(fields.custom_expiry)
  const expiry =
    fields.custom_expiry === undefined ? undefined : { start_time: order_time, duration: expiry_duration, unit }
  const read = readSnapRequest({ ...fields, enabled_payments: undefined, expiry }, now)
  if ('request' in read) return read
  return {
    errors: read.errors.map((error) => error.replace(/^expiry must .*/, 'custom_expiry is below minimum threshold')),
  }
}

function actions(sandbox: Sandbox, { charge }: ChargedPayment, coreUrl: string) {
  const qr = [
    { name: 'generate-qr-code', method: 'GET', url: qrImageUrl(sandbox, charge) },
    { name: 'generate-qr-code-v2', method: 'GET', url: qrImageUrl(sandbox, charge, 'v4') },
  ]
  if (charge.isQr) return qr
  return [
    ...qr,
    { name: 'deeplink-redirect', method: 'GET', url: appLink(sandbox, charge) },
    { name: 'get-status', method: 'GET', url: `${coreUrl}/status` },
    { name: 'cancel', method: 'POST', url: `${coreUrl}/cancel` },
  ]
}
