import type { FastifyInstance } from 'fastify'
import { ShopError } from '../errors.ts'

/**
 * Refuse what arrives on open connections after the server began to close, in the form of the scope that it is for.
 * Needs `return503OnClosing: false`: Fastify's own answer has another form.
 */
export function refuseWhileClosing(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onRequest', async (_request, reply) => {
    if (!closing) return
    reply.header('connection', 'close')
    throw new ShopError('UNAVAILABLE')
  })
}
