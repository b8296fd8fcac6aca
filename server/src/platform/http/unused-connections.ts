import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * When the server closes, close the connections that never carried a request. Browsers open some in advance, and Node
 * treats them as active, so closing would take a minute. Keep-alive after a running request would delay it too, so such
 * responses close their connection.
 */
export function closeUnusedConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>()
  let closing = false
  server.server.on('connection', (socket) => {
    if (closing) return socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  server.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
