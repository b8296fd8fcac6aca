import { isPaymentMethod, type PaymentMethod } from '@camilan/contract/payment-methods'
import { charge, isChargeable } from '../payments/charge.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { type Charge, type ChargeStatus, isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { refund } from '../payments/refund.ts'
import { savePayment } from '../payments/save-payment.ts'
import { reversibleMethods, setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'

type Fields = Record<string, unknown>

/** @returns the changed payment, or why it can't be done */
type Action = (sandbox: Sandbox, payment: Payment, fields: Fields) => Payment | string

/** What a customer, a bank or the merchant at Midtrans's dashboard does. */
export const actions: Readonly<Record<string, Action>> = {
  /** By the id of an earlier transaction too: the page is one, and goes on from its newest. */
  charge(sandbox, { orderId }, fields) {
    const payment = sandbox.payments.byOrderId(orderId)
    if (!payment) return 'no such transaction'
    const phase = phaseOf(payment, sandbox.clock.now())
    if (phase !== 'pending' && !isChargeable(sandbox, payment)) return `it is ${phase}`
    return chargeAsAsked(sandbox, payment, fields)
  },

  pay(sandbox, payment, fields) {
    const phase = phaseOf(payment, sandbox.clock.now())
    const isPayable = payment.charge ? payment.charge.status === 'pending' : phase === 'open'
    const wentBack = (payment.charge?.refunds.length ?? 0) > 0
    const isForced = fields.force === true && phase !== 'paid' && !wentBack // money that arrives too late
    if (!isPayable && !isForced) return `it is ${phase}`
    const charged = isCharged(payment) ? payment : chargeAsAsked(sandbox, payment, fields)
    return typeof charged === 'string' ? charged : setFinalStatus(sandbox, charged, 'settlement')
  },

  deny: change(['pending'], 'deny'),
  expire: change(['pending'], 'expire'),
  chargeback: change(['settlement', 'partial_refund'], 'chargeback'),
  reverse: change(['settlement'], 'deny', ({ method }) => reversibleMethods.includes(method)),

  /** Money that was taken back arrives again. */
  restore(sandbox, payment) {
    if (!isCharged(payment)) return 'it is not paid'
    const { status, settledAt, refunds } = payment.charge
    const isGone = (status === 'deny' || status === 'chargeback') && settledAt !== null
    if (!isGone) return `it is ${status}`
    const restored = refunds.length > 0 ? ('partial_refund' as const) : ('settlement' as const)
    const charged = { ...payment, charge: { ...payment.charge, status: restored } }
    savePayment(sandbox, charged, { notify: true })
    return charged
  },

  refund(sandbox, payment, { amount, key, reason }) {
    if (!isCharged(payment)) return 'it is not paid'
    const outcome = refund(sandbox, payment, {
      key: typeof key === 'string' ? key : null,
      amount: typeof amount === 'number' ? amount : null,
      reason: typeof reason === 'string' ? reason : null,
    })
    return 'code' in outcome ? outcome.message : outcome.payment
  },
}

function change(
  from: ChargeStatus[],
  to: Exclude<ChargeStatus, 'pending'>,
  isPossible: (charge: Charge) => boolean = () => true,
): Action {
  return (sandbox, payment) => {
    if (!isCharged(payment)) return 'no method is chosen'
    const { status, method } = payment.charge
    if (!from.includes(status)) return `it is ${status}`
    return isPossible(payment.charge) ? setFinalStatus(sandbox, payment, to) : `not for ${method}`
  }
}

function chargeAsAsked(sandbox: Sandbox, payment: Payment, { method, qr }: Fields) {
  if (method === undefined) return charge(sandbox, payment)
  const offered: PaymentMethod[] = offeredMethods(sandbox, payment)
  const isOffered = typeof method === 'string' && isPaymentMethod(method) && offered.includes(method)
  if (!isOffered) return `${method} is not offered, only: ${offered.join(', ')}`
  return charge(sandbox, payment, method, { isQr: qr === true })
}
