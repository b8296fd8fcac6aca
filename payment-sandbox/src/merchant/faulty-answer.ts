import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AnswerMode } from '../switches.ts'

export type FaultyAnswer = (mode: AnswerMode, reply: FastifyReply, work: () => unknown) => unknown

/** Wraps a route's work so that a switch can make its answer faulty. Hanging connections are cut when the app closes. */
export function faultyAnswers(app: FastifyInstance): FaultyAnswer {
  const hanging = new Set<Socket>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of hanging) socket.destroy()
  })
  return (mode, reply, work) => {
    if (mode === 'ok') return work()
    if (mode === 'error') throw new Error('switched on: an internal error')
    if (mode === 'bad-json') return reply.type('application/json').send('<html>{"token":')
    if (mode === 'unavailable') throw Object.assign(new Error('switched on: 503'), { statusCode: 503 })
    const { socket } = reply.raw
    if (mode === 'lost-reply') {
      socket?.destroy()
      return work()
    }
    reply.hijack()
    if (isClosing) socket?.destroy()
    else if (socket) {
      hanging.add(socket)
      socket.once('close', () => hanging.delete(socket))
    }
    return reply
  }
}
