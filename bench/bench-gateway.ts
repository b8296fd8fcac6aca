/** The payment sandbox on a port of this process, and what buyers and outages do there. */
import { setTimeout as wait } from 'node:timers/promises'
import { openPaymentSandbox } from '@camilan/payment-sandbox'
import Fastify from 'fastify'

const serverKey = 'SB-Mid-server-bench'
const clientKey = 'SB-Mid-client-bench'

export async function benchGateway() {
  const listener = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({ serverKey, clientKey, browserOrigin: () => listener.listeningOrigin })
  let slowMs = 0
  /** Milliseconds that GET status took, of each order in the order of asking. */
  const asked = new Map<string, number[]>()
  listener.addHook('onRequest', async ({ url }) => {
    if (slowMs > 0 && !url.startsWith('/_sandbox/')) await wait(slowMs)
  })
  listener.addHook('onResponse', async (request, reply) => {
    const [, orderId] = /^\/v2\/([^/]+)\/status$/.exec(request.url) ?? []
    if (orderId) asked.set(orderId, [...(asked.get(orderId) ?? []), reply.elapsedTime])
  })
  listener.register(sandbox.browserRoutes).register(sandbox.merchantRoutes).register(sandbox.controlRoutes)
  const origin = await listener.listen({ host: '127.0.0.1', port: 0 })

  async function control<Answer>(method: string, route: string, body?: object): Promise<Answer> {
    const response = await fetch(`${origin}/_sandbox/${route}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    asked,
    control,
    /** What a shop is configured with. */
    environment: {
      MIDTRANS_SERVER_KEY: serverKey,
      MIDTRANS_CLIENT_KEY: clientKey,
      MIDTRANS_SNAP_URL: origin,
      MIDTRANS_API_URL: origin,
    },
    switches: (change: object) => control('PATCH', 'switches', change),
    charge: (orderId: string) => control('POST', `transactions/${orderId}/charge`, {}),
    pay: (orderId: string) => control('POST', `transactions/${orderId}/pay`, {}),
    /** Every answer to the shop and to browsers comes so much later, until it is set to 0. */
    slow(ms: number) {
      slowMs = ms
    },
    async close() {
      await listener.close()
      await sandbox.close()
    },
  }
}
