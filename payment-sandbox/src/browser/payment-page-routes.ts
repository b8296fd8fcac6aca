import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { charge } from '../payments/charge.ts'
import { isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { pageView } from './page-view.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { language?: string; client_key?: string }
}
type Refusal = [status: number, message: string]

/** The endpoints of the payment page itself. Midtrans does not document them for merchants. */
export function paymentPageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<ByToken>('/snap/v1/transactions/:token', async (request, reply) =>
    answer(request, reply, (payment) => payment),
  )

  app.post<ByToken>('/snap/v2/transactions/:token/charge', async (request, reply) =>
    answer(request, reply, (payment) => {
      const phase = phaseOf(payment, sandbox.clock.now())
      if (phase === 'open') return charge(sandbox, payment)
      return phase === 'pending' ? payment : [406, 'transaction has been processed']
    }),
  )

  app.post<ByToken>('/snap/v2/transactions/:token/simulate-payment', async (request, reply) =>
    answer(request, reply, (payment) => {
      const isPayable = isCharged(payment) && payment.charge.status === 'pending'
      return isPayable ? setFinalStatus(sandbox, payment, 'settlement') : [406, 'transaction has been processed']
    }),
  )

  function answer(
    request: FastifyRequest<ByToken>,
    reply: FastifyReply,
    work: (payment: Payment) => Payment | Refusal,
  ): FastifyReply {
    const { language, client_key: clientKey } = request.query
    if (clientKey !== undefined && clientKey !== sandbox.clientKey) {
      return refuse(reply, [401, 'Access denied due to unauthorized transaction, please check client or server key'])
    }
    const payment = sandbox.payments.byToken(request.params.token)
    if (!payment) return refuse(reply, [404, 'token not found'])
    const outcome = work(payment)
    if (Array.isArray(outcome)) return refuse(reply, outcome)
    return reply.send(pageView(sandbox, outcome, language === 'en' ? 'en' : 'id'))
  }
}

function refuse(reply: FastifyReply, [status, message]: Refusal): FastifyReply {
  return reply.code(status).send({ error_messages: [message] })
}
