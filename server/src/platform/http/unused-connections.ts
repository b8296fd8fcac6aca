import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Let go, when the server closes, of connections on which nothing was ever asked. Browsers open such ahead of need, and
 * Node takes them for requests under way: the close would wait for a minute.
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
  server.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
