import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { problem } from './problem.ts'

const LONGEST_LIST = 200

/** The webhook history, newest first, each with its body and what was answered. */
export function notificationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { order_id?: string } }>('/_sandbox/notifications', async (request) => ({
    notifications: sandbox.webhooks.newestFirst(request.query.order_id).slice(0, LONGEST_LIST),
  }))

  app.post<{ Params: { id: string } }>('/_sandbox/notifications/:id/resend', async (request, reply) => {
    return sandbox.webhooks.resend(request.params.id) ?? problem(reply, 404, 'no such notification')
  })
}
