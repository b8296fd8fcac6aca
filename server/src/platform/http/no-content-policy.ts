import type { FastifyInstance } from 'fastify'

/** For every answer that is not a page: a browser that shows it as a document loads and runs nothing of it. */
export const noContentHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** Pages set a policy of their own. Call it before anything that may refuse a request. */
export function forbidContent(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => void reply.headers(noContentHeaders))
}
