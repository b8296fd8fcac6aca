import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../merchant/field-checks.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { actions } from './actions.ts'
import { problem } from './problem.ts'

const longestList = 200

interface ById {
  Params: { id: string }
  Body: object | undefined
}

/** Lists transactions, and simulates a customer or a bank. `:id` is an order_id, token or transaction_id. */
export function transactionRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/transactions', async () => ({
    transactions: sandbox.payments.newestFirst().slice(0, longestList).map(summary),
  }))

  for (const [name, act] of Object.entries(actions)) {
    app.post<ById>(`/_sandbox/transactions/:id/${name}`, async (request, reply) => {
      const { id } = request.params
      const payment = sandbox.payments.byOrderId(id) ?? sandbox.payments.byToken(id) ?? sandbox.payments.byCoreId(id)
      if (!payment) return problem(reply, 404, 'no such transaction')
      const outcome = act(sandbox, payment, fieldsOf(request.body))
      return typeof outcome === 'string' ? problem(reply, 409, outcome) : summary(outcome)
    })
  }

  function summary(payment: Payment) {
    const { token, orderId, grossAmount, createdAt, pageExpiresAt, notificationUrls, charge } = payment
    const phase = phaseOf(payment, sandbox.clock.now())
    return { orderId, token, grossAmount, phase, createdAt, pageExpiresAt, notificationUrls, charge }
  }
}
