import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { problem } from './problem.ts'

const longestList = 200

/** The webhook history, newest first, each with its body and the answers to it. */
export function notificationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { order_id?: string } }>('/_sandbox/notifications', async (request) => ({
    notifications: sandbox.webhooks.newestFirst(request.query.order_id).slice(0, longestList),
  }))

  app.post<{ Params: { id: string } }>('/_sandbox/notifications/:id/resend', async (request, reply) => {
    return sandbox.webhooks.resend(request.params.id) ?? problem(reply, 404, 'no such notification')
  })
}
