/** The headers of every answer. */
import type { FastifyInstance } from 'fastify'
import { noContentHeaders } from './gate/no-content-policy.ts'
import { requestIdHeader } from './gate/request-id.ts'

/**
 * The headers that the OWASP Secure Headers Project advises, and those of `noContentHeaders`. Pages set a policy of their
 * own.
 * @param hsts  whether browsers may use only https from now on
 */
export function standardHeaders({ hsts }: { hsts: false | { includeSubDomains: boolean } }): Record<string, string> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(hsts && {
      'strict-transport-security': `max-age=31536000${hsts.includeSubDomains ? '; includeSubDomains' : ''}`,
    }),
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...noContentHeaders,
  }
}

/** Call it before any hook that may refuse a request. */
export function addStandardHeaders(server: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id)
    done()
  })
}
