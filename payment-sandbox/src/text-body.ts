import type { FastifyRequest } from 'fastify'

/** Content-type parser that leaves the body as it came. */
export async function textBody(_request: FastifyRequest, body: string): Promise<string> {
  return body
}
