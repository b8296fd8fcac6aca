import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyPluginAsync } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { textBody } from '../text-body.ts'
import { coreRoutes } from './core-routes.ts'
import { faultyAnswers } from './faulty-answer.ts'
import { snapRoutes } from './snap-routes.ts'

const MOST_BODY_BYTES = 16 * 1024
const INTERNAL_ERROR = 'Sorry, we encountered internal server error. We will fix this soon.'

/** What a merchant's server calls. Bodies are taken as they come: none, `{}`, `null`, whatever the content type. */
export function merchantRoutes(sandbox: Sandbox, defaultNotificationUrl: string | undefined): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BODY_BYTES }, textBody)
    app.addHook('onRequest', async () => sandbox.lapses.ringIfDue())
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      const message = status < 500 ? error.message : INTERNAL_ERROR
      reply.code(status)
      if (request.url.startsWith('/snap/')) return reply.send({ error_messages: [message] })
      return reply.send({ status_code: String(status), status_message: message, id: randomUUID() })
    })
    const answer = faultyAnswers(app)
    snapRoutes(app, sandbox, answer, defaultNotificationUrl)
    coreRoutes(app, sandbox, answer)
  }
}
