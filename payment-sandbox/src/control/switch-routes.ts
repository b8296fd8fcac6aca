import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { DEFAULT_SWITCHES, SWITCH_CHOICES, wrongSwitches } from '../switches.ts'

/** Faults and uncertain behaviours: PATCH sets some, DELETE sets all back. A restart sets them back too. */
export function switchRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/switches', async () => sandbox.switches)
  app.get('/_sandbox/switches/choices', async () => SWITCH_CHOICES)

  app.patch<{ Body: object | undefined }>('/_sandbox/switches', async (request, reply) => {
    const change = request.body ?? {}
    const wrong = wrongSwitches(change)
    if (wrong.length > 0) return reply.code(400).send({ error: `unknown or wrong: ${wrong.join(', ')}` })
    sandbox.switches = { ...sandbox.switches, ...change }
    return sandbox.switches
  })

  app.delete('/_sandbox/switches', async () => {
    sandbox.switches = { ...DEFAULT_SWITCHES }
    return sandbox.switches
  })
}
