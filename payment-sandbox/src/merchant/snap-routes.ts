import type { FastifyInstance, FastifyReply } from 'fastify'
import { basicUser } from '../basic-auth.ts'
import { savePayment } from '../payments/save-payment.ts'
import type { Sandbox } from '../sandbox.ts'
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
    if (basicUser(request.headers.authorization) !== sandbox.serverKey) return refuse(reply, 401, unauthorized)
    return answer(sandbox.switches.create, reply, () => {
      const read = readSnapRequest(parseJson(request.body), sandbox.clock.now())
      if ('errors' in read) return refuse(reply, 400, read.errors)
      const urls = notificationUrls(request.headers, defaultNotificationUrl)
      const payment = createToken(sandbox, read.request, urls)
      if (!payment) return refuse(reply, 400, ['transaction_details.order_id sudah digunakan'])
      const redirect_url = `${sandbox.browserOrigin()}/snap/v4/redirection/${payment.token}`
      return reply.code(201).send({ token: payment.token, redirect_url })
    })
  })

  app.post<{ Params: { token: string } }>('/snap/v1/transactions/:token/cancel', async (request, reply) => {
    const { authorization } = request.headers
    const allowed = [basicUser(authorization), authorization].includes(sandbox.serverKey) // the sample in the docs sends the key without Basic
    if (!allowed) return refuse(reply, 401, unauthorized)
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

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined // treated as an empty body, so that the errors name the missing fields
  }
}
