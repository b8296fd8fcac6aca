import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { notSimulated, problem } from './core-answers.ts'
import { coreRoutes } from './core-routes.ts'
import { faultyAnswers } from './faulty-answer.ts'
import { snapRoutes } from './snap-routes.ts'

const mostBodyBytes = 16 * 1024
const internalError = 'Sorry, we encountered internal server error. We will fix this soon.'

/** The routes for a merchant's server. Any body is accepted, with any content type: none, `{}`, `null`. */
export function merchantRoutes(sandbox: Sandbox, defaultNotificationUrl: string | undefined): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: mostBodyBytes },
      async (_request: FastifyRequest, body: string) => body,
    )
    app.addHook('onRequest', async () => sandbox.paymentTimer.runIfDue())
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      const message = status < 500 ? error.message : internalError
      reply.code(status)
      if (request.url.startsWith('/snap/')) return reply.send({ error_messages: [message] })
      return reply.send({ status_code: String(status), status_message: message, id: randomUUID() })
    })
    for (const url of ['/snap/v1/*', '/v1/*', '/v2/*', '/iris/*'])
      app.all(url, (_request, reply) => reply.code(404).send(unknownPath()))
    delayAnswers(app, sandbox)
    const answer = faultyAnswers(app)
    snapRoutes(app, sandbox, answer, defaultNotificationUrl)
    coreRoutes(app, sandbox, answer, defaultNotificationUrl)
  }
}

const unknownPath = () =>
  problem('404', `The requested resource is not found: no such path at Midtrans, or ${notSimulated}.`)

/** Each answer is late by the switch `answerDelaySeconds`; closing the app ends the waiting. */
function delayAnswers(app: FastifyInstance, sandbox: Sandbox): void {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onSend', async () => {
    const waitMs = sandbox.switches.answerDelaySeconds * 1_000
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: closing.signal }).catch(() => {})
  })
}
