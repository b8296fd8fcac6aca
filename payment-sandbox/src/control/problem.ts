import type { FastifyReply } from 'fastify'

export function problem(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: message })
}
