import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'

/**
 * Refuse requests that arrive on open connections after the server began to close, in the form of their scope, and close
 * the connections of those that are answered. Needs `return503OnClosing: false`, because Fastify's own answer has another
 * form.
 */
export function refuseWhileClosing(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onRequest', (_request, _reply, done) => done(closing ? new ShopError('UNAVAILABLE') : undefined))
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
