import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasActiveMethod, isUnplayed } from '../payments/offered-methods.ts'
import { savePayment } from '../payments/save-payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { isMerchant, notSimulated, parseJson } from './core-answers.ts'
import { createToken } from './create-token.ts'
import type { FaultyAnswer } from './faulty-answer.ts'
import { notificationUrls } from './notification-urls.ts'
import { readSnapRequest } from './read-snap-request.ts'

const unauthorized = [
  'Access denied due to unauthorized transaction, please check client or server key',
  'Visit https://snap-docs.midtrans.com/#request-headers for more details',
]

/** Snap's two endpoints for merchants: make a token, cancel a token. Their errors are `{error_messages: […]}`. */
export function snapRoutes(
  app: FastifyInstance,
  sandbox: Sandbox,
  answer: FaultyAnswer,
  defaultNotificationUrl: string | undefined,
): void {
  app.post('/snap/v1/transactions', async (request, reply) => {
    if (!isMerchant(sandbox, request)) return refuse(reply, 401, unauthorized)
    return answer(sandbox.switches.create, reply, () => {
      const read = readSnapRequest(parseJson(request.body), sandbox.clock.now())
      if ('errors' in read) return refuse(reply, 400, read.errors)
      if (isUnplayed(read.request)) return refuse(reply, 402, [`enabled_payments: ${notSimulated}`])
      if (!hasActiveMethod(sandbox, read.request)) return refuse(reply, 402, ['Payment channel is not activated.'])
      const urls = notificationUrls(request.headers, defaultNotificationUrl)
      const payment = createToken(sandbox, read.request, urls)
      if (!payment) return refuse(reply, 400, ['transaction_details.order_id sudah digunakan'])
      const redirect_url = `${sandbox.browserOrigin()}/snap/v4/redirection/${payment.token}`
      return reply.code(201).send({ token: payment.token, redirect_url })
    })
  })

  app.post<{ Params: { token: string } }>('/snap/v1/transactions/:token/cancel', async (request, reply) => {
    const { authorization } = request.headers
    const isBareKey = authorization === sandbox.serverKey && !sandbox.switches.refuseServerKey // the sample in the docs sends the key without Basic
    if (!isBareKey && !isMerchant(sandbox, request)) return refuse(reply, 401, unauthorized)
    return answer(sandbox.switches.cancel, reply, () => {
      const payment = sandbox.payments.byToken(request.params.token)
      if (!payment) return refuse(reply, 404, ['token not found'])
      if (payment.canceledAt !== null) return refuse(reply, 400, ['token already canceled'])
      if (payment.charge) return refuse(reply, 400, ['Transaction is on progress'])
      const canceledAt = sandbox.clock.now()
      savePayment(sandbox, { ...payment, canceledAt }, { notify: false })
      return reply.send({ canceled_at: new Date(canceledAt).toISOString() })
    })
  })
}

function refuse(reply: FastifyReply, status: number, messages: string[]): FastifyReply {
  return reply.code(status).send({ error_messages: messages })
}
