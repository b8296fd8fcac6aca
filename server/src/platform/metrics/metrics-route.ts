import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** GET /metrics. If a token is set, a request has to send it as a bearer token. */
export function addMetricsRoute(server: FastifyInstance, metrics: Metrics, token?: string): void {
  const expected = token === undefined ? undefined : hash(`Bearer ${token}`)
  server.get('/metrics', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Hashes have one length, and their comparison takes the same time wherever they differ.
    if (expected && !timingSafeEqual(hash(request.headers.authorization ?? ''), expected)) {
      return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain').send('The token is missing.\n')
    }
    return reply.type(metrics.registry.contentType).send(await metrics.text())
  })
}

/** A listener of its own, only on loopback. It also answers while the shop refuses requests. */
export async function listenForMetrics(metrics: Metrics, port: number): Promise<FastifyInstance> {
  const listener = Fastify({ forceCloseConnections: true })
  addMetricsRoute(listener, metrics)
  await listener.listen({ host: '127.0.0.1', port })
  return listener
}
