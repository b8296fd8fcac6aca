import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { defaultSwitches, switchChoices, wrongSwitches } from '../switches.ts'

/** Faults and undocumented behaviours: PATCH sets some, DELETE resets all. A restart resets them too. */
export function switchRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/switches', async () => sandbox.switches)
  app.get('/_sandbox/switches/choices', async () => switchChoices)

  app.patch<{ Body: object | undefined }>('/_sandbox/switches', async (request, reply) => {
    const change = request.body ?? {}
    const wrong = wrongSwitches(change)
    if (wrong.length > 0) return reply.code(400).send({ error: `unknown or wrong: ${wrong.join(', ')}` })
    sandbox.switches = { ...sandbox.switches, ...change }
    return sandbox.switches
  })

  app.delete('/_sandbox/switches', async () => {
    sandbox.switches = { ...defaultSwitches }
    return sandbox.switches
  })
}
