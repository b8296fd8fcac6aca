/** The headers of every answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { noContentHeaders } from './no-content-policy.ts'
import { requestIdHeader } from './request-id.ts'

/**
 * Helmet's headers and those of `noContentHeaders`, as they are the same for all requests; `@fastify/helmet` would read its
 * options for each of them.
 * @param hsts  whether browsers may ask by https alone from now on
 */
export function standardHeaders({ hsts }: { hsts: false | { includeSubDomains: boolean } }): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  const setHeaders = helmet({
    contentSecurityPolicy: false, // the pages set their own, and `noContentHeaders` has that of all others
    hsts,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return { ...headers, ...noContentHeaders }
}

/** Call it before anything that may refuse a request. */
export function addStandardHeaders(server: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id)
    done()
  })
}
