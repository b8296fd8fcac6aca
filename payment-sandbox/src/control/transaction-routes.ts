import { isPaymentMethod, type PaymentMethod } from '@camilan/contract/payment-methods'
import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../merchant/field-checks.ts'
import { charge, isChargeable } from '../payments/charge.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { type ChargedPayment, type ChargeStatus, isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { reversibleMethods, setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { problem } from './problem.ts'

const longestList = 200

interface ById {
  Params: { id: string }
  Body: object | undefined
}
interface Choice {
  method?: PaymentMethod
  isQr?: boolean
}

/** Lists transactions, and simulates a customer or a bank. `:id` is an order_id, token or transaction_id. */
export function transactionRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/transactions', async () => ({
    transactions: sandbox.payments.newestFirst().slice(0, longestList).map(summary),
  }))

  post('charge', (payment, fields) => {
    const choice = choiceIn(payment, fields)
    if (typeof choice === 'string') return choice
    const phase = phaseOf(payment, sandbox.clock.now())
    if (phase !== 'pending' && !isChargeable(sandbox, payment)) return `it is ${phase}`
    return charge(sandbox, payment, choice.method, choice)
  })

  post('pay', (payment, fields) => {
    const choice = choiceIn(payment, fields)
    if (typeof choice === 'string') return choice
    const phase = phaseOf(payment, sandbox.clock.now())
    const isPayable = payment.charge ? payment.charge.status === 'pending' : phase === 'open'
    const isForced = fields.force === true && phase !== 'paid' // money that arrives too late
    if (!isPayable && !isForced) return `it is ${phase}`
    const charged = isCharged(payment) ? payment : charge(sandbox, payment, choice.method, choice)
    return setFinalStatus(sandbox, charged, 'settlement')
  })

  postChange('deny', ['pending'], 'deny')
  postChange('expire', ['pending'], 'expire')
  postChange('chargeback', ['settlement', 'partial_refund'], 'chargeback')
  postChange('reverse', ['settlement'], 'deny', ({ method }) =>
    reversibleMethods.includes(method) ? null : `no settlement of ${method} is reversed`,
  )

  function postChange(
    path: string,
    from: ChargeStatus[],
    to: Exclude<ChargeStatus, 'pending'>,
    refusal: (charge: ChargedPayment['charge']) => string | null = () => null,
  ): void {
    post(path, (payment) => {
      if (!isCharged(payment)) return 404
      if (!from.includes(payment.charge.status)) return `it is ${payment.charge.status}`
      return refusal(payment.charge) ?? setFinalStatus(sandbox, payment, to)
    })
  }

  /** The work returns the payment, or why it is refused. */
  function post(path: string, work: (payment: Payment, fields: Record<string, unknown>) => Payment | string | 404) {
    app.post<ById>(`/_sandbox/transactions/:id/${path}`, async (request, reply) => {
      const { id } = request.params
      const payment = sandbox.payments.byOrderId(id) ?? sandbox.payments.byToken(id) ?? sandbox.payments.byCoreId(id)
      const outcome = payment ? work(payment, fieldsOf(request.body)) : 404
      if (outcome === 404) return problem(reply, 404, 'no such transaction')
      return typeof outcome === 'string' ? problem(reply, 409, outcome) : summary(outcome)
    })
  }

  function choiceIn(payment: Payment, { method, qr }: Record<string, unknown>): Choice | string {
    if (method === undefined) return {}
    const isOffered = typeof method === 'string' && isPaymentMethod(method) && offered(payment).includes(method)
    return isOffered ? { method, isQr: qr === true } : `${method} is not offered, only: ${offered(payment).join(', ')}`
  }

  function offered(payment: Payment): PaymentMethod[] {
    return offeredMethods(sandbox, payment)
  }

  function summary(payment: Payment) {
    const { token, orderId, grossAmount, createdAt, pageExpiresAt, notificationUrls, charge } = payment
    const phase = phaseOf(payment, sandbox.clock.now())
    return { orderId, token, grossAmount, phase, createdAt, pageExpiresAt, notificationUrls, charge }
  }
}
