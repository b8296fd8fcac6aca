import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'

/** The clock can be advanced, not set back. Everything that is due then happens at once. */
export function clockRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/clock', async () => reading())

  app.post<{ Body: { advanceSeconds?: unknown } | undefined }>('/_sandbox/clock', async (request, reply) => {
    const seconds = request.body?.advanceSeconds
    if (typeof seconds !== 'number' || !(seconds >= 0)) {
      return reply.code(400).send({ error: 'advanceSeconds must be a number, 0 or more' })
    }
    sandbox.clock.advance(seconds * 1_000)
    sandbox.journal.append([{ kind: 'clock', offsetMs: sandbox.clock.offsetMs }])
    sandbox.paymentTimer.runIfDue()
    sandbox.webhooks.runIfDue()
    return reading()
  })

  function reading() {
    return { now: new Date(sandbox.clock.now()).toISOString(), aheadSeconds: sandbox.clock.offsetMs / 1_000 }
  }
}
