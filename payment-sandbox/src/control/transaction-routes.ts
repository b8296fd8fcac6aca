import type { FastifyInstance } from 'fastify'
import { chargeBcaVa } from '../payments/charge-bca-va.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { problem } from './problem.ts'

const longestList = 200

interface ById {
  Params: { id: string }
}

interface Pay extends ById {
  Body: { force?: unknown } | undefined
}

/** Lists transactions, and simulates a customer or a bank. `:id` is an order_id, token or transaction_id. */
export function transactionRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/transactions', async () => ({
    transactions: sandbox.payments.newestFirst().slice(0, longestList).map(summary),
  }))

  app.post<ById>('/_sandbox/transactions/:id/charge', async (request, reply) => {
    const payment = find(request.params.id)
    if (!payment) return problem(reply, 404, 'no such transaction')
    const phase = phaseOf(payment, sandbox.clock.now())
    if (phase !== 'open' && phase !== 'pending') return problem(reply, 409, `it is ${phase}`)
    return summary(chargeBcaVa(sandbox, payment))
  })

  app.post<Pay>('/_sandbox/transactions/:id/pay', async (request, reply) => {
    const payment = find(request.params.id)
    if (!payment) return problem(reply, 404, 'no such transaction')
    const phase = phaseOf(payment, sandbox.clock.now())
    const isPayable = payment.charge ? payment.charge.status === 'pending' : phase === 'open'
    const isForced = request.body?.force === true && phase !== 'paid' // money that arrives too late
    if (!isPayable && !isForced) return problem(reply, 409, `it is ${phase}`)
    return summary(setFinalStatus(sandbox, chargeBcaVa(sandbox, payment), 'settlement'))
  })

  app.post<ById>('/_sandbox/transactions/:id/deny', async (request, reply) => {
    const payment = sandbox.payments.byCoreId(request.params.id)
    if (!payment) return problem(reply, 404, 'no such transaction')
    if (payment.charge.status !== 'pending') return problem(reply, 409, `it is ${payment.charge.status}`)
    return summary(setFinalStatus(sandbox, payment, 'deny'))
  })

  function find(id: string): Payment | undefined {
    return sandbox.payments.byOrderId(id) ?? sandbox.payments.byToken(id) ?? sandbox.payments.byCoreId(id)
  }

  function summary(payment: Payment) {
    const { token, orderId, grossAmount, createdAt, pageExpiresAt, notificationUrls, charge } = payment
    const phase = phaseOf(payment, sandbox.clock.now())
    return { orderId, token, grossAmount, phase, createdAt, pageExpiresAt, notificationUrls, charge }
  }
}
