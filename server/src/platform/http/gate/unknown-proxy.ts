import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Warn, once, if a request carries X-Forwarded-For from a peer that `trustProxy` does not name: behind such a proxy all
 * customers have one IP address, and share its limits.
 */
export function warnOfUnknownProxy(server: FastifyInstance): void {
  let warned = false
  function warnIfUnknown(request: FastifyRequest): void {
    // Without trusted proxies there is no list. With an untrusted peer the list has only that peer.
    if ((request.ips?.length ?? 1) > 1) return
    warned = true
    const peer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    server.log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is ignored, so all customers behind it count as one: if that is your proxy, set TRUST_PROXY=${peer}`,
    )
  }
  server.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) warnIfUnknown(request)
    done()
  })
}
