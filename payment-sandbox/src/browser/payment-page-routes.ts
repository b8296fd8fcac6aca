import { paymentMethods } from '@camilan/contract/payment-methods'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { charge, isChargeable } from '../payments/charge.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { pageView } from './page-view.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { language?: string; client_key?: string }
}
interface Charging extends ByToken {
  /** JSON, see `readChoice`. */
  Body: string | undefined
}
type Refusal = [status: number, message: string]

/** The endpoints of the payment page itself. Midtrans does not document them for merchants. */
export function paymentPageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<ByToken>('/snap/v1/transactions/:token', async (request, reply) =>
    answer(request, reply, (payment) => payment),
  )

  app.post<Charging>('/snap/v2/transactions/:token/charge', async (request, reply) =>
    answer(request, reply, (payment) => {
      if (!isChargeable(sandbox, payment)) {
        const isPending = phaseOf(payment, sandbox.clock.now()) === 'pending'
        return isPending ? payment : [406, 'transaction has been processed']
      }
      const choice = readChoice(request.body)
      const method = offeredMethods(sandbox, payment).find((each) => each === choice.payment_type)
      if (!method) return [400, 'payment_type is not offered']
      const isWallet = paymentMethods[method].group === 'wallet'
      return charge(sandbox, payment, method, { isQr: isWallet && choice.qr === true })
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
    return reply.send(
      pageView(sandbox, outcome, { language: language === 'en' ? 'en' : 'id', isNew: outcome !== payment }),
    )
  }
}

/** `qr`: whether a wallet is paid by a QR instead of by its app. */
function readChoice(body = '{}'): { payment_type?: unknown; qr?: unknown } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}

function refuse(reply: FastifyReply, [status, message]: Refusal): FastifyReply {
  return reply.code(status).send({ error_messages: [message] })
}
