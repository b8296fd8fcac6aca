import type { ChargedPayment } from '../payments/payment.ts'
import { refund } from '../payments/refund.ts'
import { amountText, answerBody } from '../payments/transaction-body.ts'
import type { Sandbox } from '../sandbox.ts'
import { absent, cannotModify, parseJson, problem } from './core-answers.ts'
import { FieldChecks, fieldsOf } from './field-checks.ts'

/**
 * The answer to POST /v2/{id}/refund. Sources: docs.midtrans.com/reference/refund-transaction, direct-refund-transaction.
 * @param by what the older path adds to its message
 */
export function coreRefund(sandbox: Sandbox, payment: ChargedPayment, body: unknown, by = ''): object {
  const checks = new FieldChecks()
  const fields = fieldsOf(parseJson(body))
  const key = checks.text(fields.refund_key, 'refund_key', 255)
  checks.refuseIf(key !== null && !/^[A-Za-z0-9_-]+$/.test(key), 'refund_key format is invalid')
  const amount = fields.amount === undefined ? null : checks.integer(fields.amount, 'amount')
  const reason = checks.text(fields.reason, 'reason', 255)
  if (checks.errors.length > 0) {
    return problem('400', 'One or more parameters in the payload is invalid.', { validation_messages: checks.errors })
  }
  const { refundOutcome } = sandbox.switches
  if (refundOutcome === 'denied') {
    return { ...answerBody(payment, '202', 'Refund denied by the bank'), refund_amount: amountText(0) }
  }
  if (refundOutcome === 'balance-too-low') return problem('414', 'Refund request is rejected due to low balance')
  if (refundOutcome === 'not-refundable') return cannotModify()
  if (refundOutcome === 'unknown') return absent()
  const outcome = refund(sandbox, payment, { key, amount, reason })
  if ('code' in outcome) return problem(outcome.code, outcome.message)
  return {
    ...answerBody(outcome.payment, '200', `Success, refund request is approved${by}`),
    refund_chargeback_id: outcome.refund.id,
    refund_chargeback_uuid: outcome.refund.uuid,
    refund_amount: amountText(outcome.refund.amount),
    refund_key: outcome.refund.key,
  }
}
