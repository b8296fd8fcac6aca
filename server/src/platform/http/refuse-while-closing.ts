import type { FastifyInstance } from 'fastify'
import { ShopError } from '../errors.ts'

/**
 * Refuse requests that arrive on open connections after the server began to close, in the form of their scope. Needs
 * `return503OnClosing: false`, because Fastify's own answer has another form.
 */
export function refuseWhileClosing(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done()
    reply.header('connection', 'close')
    done(new ShopError('UNAVAILABLE'))
  })
}
