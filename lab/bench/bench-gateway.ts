/** The payment sandbox on a port of this process, with payments of buyers and outages. */
import { setTimeout as wait } from 'node:timers/promises'
import { openPaymentSandbox } from '@camilan/payment-sandbox'
import Fastify from 'fastify'

const serverKey = 'SB-Mid-server-bench'
const clientKey = 'SB-Mid-client-bench'

export async function benchGateway() {
  const listener = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({ serverKey, clientKey, browserOrigin: () => listener.listeningOrigin })
  let delayMs = 0
  /** The milliseconds of each GET status by order, in the sequence of the requests. */
  const statusTimes = new Map<string, number[]>()
  listener.addHook('onRequest', async ({ url }) => {
    if (delayMs > 0 && !url.startsWith('/_sandbox/')) await wait(delayMs)
  })
  listener.addHook('onResponse', async (request, reply) => {
    const [, orderId] = /^\/v2\/([^/]+)\/status$/.exec(request.url) ?? []
    if (orderId) statusTimes.set(orderId, [...(statusTimes.get(orderId) ?? []), reply.elapsedTime])
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
    statusTimes,
    control,
    /** The configuration of a shop that uses this gateway. */
    environment: {
      MIDTRANS_SERVER_KEY: serverKey,
      MIDTRANS_CLIENT_KEY: clientKey,
      MIDTRANS_SNAP_URL: origin,
      MIDTRANS_API_URL: origin,
    },
    switches: (change: object) => control('PATCH', 'switches', change),
    charge: (orderId: string) => control('POST', `transactions/${orderId}/charge`, {}),
    pay: (orderId: string) => control('POST', `transactions/${orderId}/pay`, {}),
    /** Delays every answer to the shop and to browsers. 0 ends the delay. */
    delayAnswers(ms: number) {
      delayMs = ms
    },
    async close() {
      await listener.close()
      await sandbox.close()
    },
  }
}
