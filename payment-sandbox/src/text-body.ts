import type { FastifyRequest } from 'fastify'

/** Content-type parser that returns the body unchanged. */
export async function textBody(_request: FastifyRequest, body: string): Promise<string> {
  return body
}
