import { openPaymentSandbox } from '@camilan/payment-sandbox'
import Fastify from 'fastify'
import { vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { closeUnusedConnections } from '../platform/http/unused-connections.ts'

export interface BankNotification {
  id: string
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  transactionStatus: string
  body: string
  attempts: { httpStatus: number | null }[]
}

type Answer = 'ok' | 'error' | 'hang' | 'bad-json' | 'lost-reply'

export interface Faults {
  create?: Answer
  status?: Answer
  cancel?: Answer
  webhook?: 'deliver' | 'drop' | 'duplicate' | 'bad-signature' | 'out-of-order'
  lateSettlement?: boolean
}

/** A call of the shop's that is stopped on its way to the gateway, or whose answer is on its way back. */
export interface HeldCall {
  /** Resolves when it has come that far. */
  arrived: Promise<void>
  release(): void
}

interface Wanted {
  method: string
  path: string
  way: 'to the gateway' | 'back'
  arrive(): void
  released: Promise<void>
}

export type Bank = Awaited<ReturnType<typeof openBank>>

/** The payment sandbox on a port of its own, and what a buyer, a bank or an outage does to a payment there. */
export async function openBank(options: { serverKey: string; clientKey: string; clock: Clock }) {
  const { serverKey, clientKey, clock } = options
  const calls: { method: string; path: string; body: unknown }[] = []
  const wanted: Wanted[] = []
  const odd = new Map<string, object>()
  async function stop(call: { method: string; url: string }, way: Wanted['way']): Promise<void> {
    const index = wanted.findIndex((w) => w.way === way && w.method === call.method && call.url.startsWith(w.path))
    const [held] = index < 0 ? [] : wanted.splice(index, 1)
    held?.arrive()
    await held?.released
  }

  const listener = Fastify({ forceCloseConnections: true })
  closeUnusedConnections(listener)
  const sandbox = openPaymentSandbox({
    serverKey,
    clientKey,
    browserOrigin: () => listener.listeningOrigin,
    now: clock,
  })
  listener.addHook('preHandler', async (request) => {
    const { method, url, body } = request
    if (url.startsWith('/_sandbox/')) return
    calls.push({ method, path: url, body: typeof body === 'string' && body !== '' ? JSON.parse(body) : null })
    await stop(request, 'to the gateway')
  })
  listener.addHook('onSend', async (request, _reply, payload) => {
    await stop(request, 'back')
    const answer = odd.get(`${request.method} ${request.url}`)
    return answer ? JSON.stringify(answer) : payload
  })
  listener.register(sandbox.browserRoutes).register(sandbox.merchantRoutes).register(sandbox.controlRoutes)
  const origin = await listener.listen({ host: '127.0.0.1', port: 0 })

  async function control<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(`${origin}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Result
  }

  async function notifications(attemptId: string): Promise<BankNotification[]> {
    const query = `notifications?order_id=${encodeURIComponent(attemptId)}`
    return (await control<{ notifications: BankNotification[] }>('GET', query)).notifications
  }

  return {
    origin,
    /** The merchant's, for who asks as the shop does. */
    authorization: `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`,
    /** What the shop has asked, oldest first. */
    calls,
    /** How often the shop has asked this; the path may be the beginning of one. */
    asked: (method: string, path: string) => calls.filter((c) => c.method === method && c.path.startsWith(path)).length,
    /** The buyer opens the payment page: the VA number is made. */
    charge: (attemptId: string) => control<object>('POST', `transactions/${attemptId}/charge`),
    /** The buyer pays; `force` also where the payment is over. */
    pay: (attemptId: string, { force = false } = {}) =>
      control<object>('POST', `transactions/${attemptId}/pay`, { force }),
    deny: (attemptId: string) => control<object>('POST', `transactions/${attemptId}/deny`),
    faults: (faults: Faults) => control<object>('PATCH', 'switches', faults),
    /** From now on this call is answered so, whatever comes of it. */
    says: (method: string, path: string, answer: object) => odd.set(`${method} ${path}`, answer),
    async heal() {
      odd.clear()
      await control<object>('DELETE', 'switches')
    },
    /** For whoever has moved the clock: what fell due happens. */
    ring: () => control<object>('POST', 'clock', { advanceSeconds: 0 }),
    notifications,
    resend: (notificationId: string) => control<object>('POST', `notifications/${notificationId}/resend`),
    /** Wait until every notification of a payment was tried, and return what the shop answered to each. */
    answers: (attemptId: string) =>
      vi.waitFor(
        async () => {
          const all = await notifications(attemptId)
          if (all.length === 0 || all.some(({ state, attempts }) => state === 'waiting' && attempts.length === 0)) {
            throw new Error(`notifications of ${attemptId} are on their way`)
          }
          return all.map(({ attempts }) => attempts.at(-1)?.httpStatus)
        },
        { timeout: 10_000, interval: 20 },
      ),
    /** Stop the next such call of the shop, before it is heard or before it is answered, until it is released. */
    hold(method: string, path: string, way: Wanted['way'] = 'to the gateway'): HeldCall {
      const arrival = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      wanted.push({ method, path, way, arrive: arrival.resolve, released: release.promise })
      return { arrived: arrival.promise, release: release.resolve }
    },
    async close() {
      await listener.close()
      await sandbox.close()
    },
  }
}
