import { randomInt, randomUUID } from 'node:crypto'
import { paymentMethods } from '@camilan/contract/payment-methods'
import type { Sandbox } from '../sandbox.ts'
import type { Charge, ChargedPayment, Refund } from './payment.ts'
import { savePayment } from './save-payment.ts'
import { refundedAmount } from './transaction-body.ts'

const dayMs = 24 * 3_600_000

export interface RefundRequest {
  /** Null: Midtrans makes one. */
  key: string | null
  /** Whole rupiah; null: all that is left. */
  amount: number | null
  reason: string | null
}

export interface RefundRefusal {
  code: '406' | '412' | '414'
  message: string
}

/** Sends money back, with two webhooks: the second one when the bank has confirmed it. */
export function refund(
  sandbox: Sandbox,
  payment: ChargedPayment,
  request: RefundRequest,
): { payment: ChargedPayment; refund: Refund } | RefundRefusal {
  const { charge, grossAmount } = payment
  const earlier = charge.refunds.find(({ key }) => key === request.key)
  if (earlier && sandbox.switches.replayRefunds) return { payment, refund: earlier }
  if (earlier) return { code: '406', message: 'Duplicate refund ID' }
  const now = sandbox.clock.now()
  if (!isRefundable(charge, now)) {
    return { code: '412', message: 'Merchant cannot modify the status of the transaction' }
  }
  const left = grossAmount - refundedAmount(charge.refunds)
  const amount = request.amount ?? left
  if (amount < 1 || amount > left || (amount !== grossAmount && isWholeOnly(charge))) {
    return { code: '414', message: 'Refund request is rejected due to invalid amount' }
  }
  const made: Refund = {
    id: randomInt(1_000_000, 1_000_000_000),
    uuid: randomUUID(),
    key: request.key ?? randomUUID(),
    amount,
    reason: request.reason,
    at: now,
    confirmsAt: now + sandbox.switches.refundConfirmSeconds * 1_000,
    confirmedAt: null,
  }
  const status = amount === left ? ('refund' as const) : ('partial_refund' as const)
  const refunded = { ...payment, charge: { ...charge, status, refunds: [...charge.refunds, made] } }
  savePayment(sandbox, refunded, { notify: true })
  return { payment: refunded, refund: made }
}

function isRefundable({ method, status, settledAt, issuer, acquirer, isQr }: Charge, now: number): boolean {
  const { refundDays } = paymentMethods[isQr && method === 'gopay' ? 'other_qris' : method]
  if (!refundDays || settledAt === null || (status !== 'settlement' && status !== 'partial_refund')) return false
  return now <= settledAt + (issuer === acquirer ? refundDays.own : refundDays.otherApp) * dayMs
}

/** ShopeePay takes back no part of a payment. */
const isWholeOnly = ({ method, acquirer }: Charge) =>
  paymentMethods[method].refund === 'whole' || acquirer === 'airpay shopee'
