import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { type Charge, type Delivery, openPaymentSandbox, type Switches } from '@camilan/payment-sandbox'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'

/** How a buyer pays. `qr`: GoPay or ShopeePay by a QR, which the gateway reports as `qris`. */
interface Choice {
  method?: PaymentMethod
  qr?: boolean
}

/** A call of the shop to the gateway that is held, before the gateway reads it or before its answer is sent. */
export interface HeldCall {
  /** Resolves when the call is held, to the port from which it came. */
  arrived: Promise<number>
  release(): void
  /** Close the connection of the held call: the shop gets no answer. */
  cut(): void
}

interface Hold {
  method: string
  path: string
  at: 'request' | 'answer'
  arrive(port: number): void
  released: Promise<'go on' | 'cut'>
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** The payment sandbox on its own port, with the actions of a buyer and a bank, and with faults. */
export async function openSandbox(options: { serverKey: string; clientKey: string; clock: Clock }) {
  const { serverKey, clientKey, clock } = options
  const calls: { method: string; path: string; body: unknown }[] = []
  const holds: Hold[] = []
  const fixedAnswers = new Map<string, { answer: object; status: number }>()
  async function stopIfHeld(call: FastifyRequest, reply: FastifyReply, at: Hold['at']): Promise<void> {
    const index = holds.findIndex((h) => h.at === at && h.method === call.method && call.url.startsWith(h.path))
    const [held] = index < 0 ? [] : holds.splice(index, 1)
    held?.arrive(call.raw.socket.remotePort ?? 0)
    if ((await held?.released) !== 'cut') return
    reply.hijack() // a call that the gateway has not read has no effect
    call.raw.socket.destroy()
  }

  const listener = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({
    serverKey,
    clientKey,
    browserOrigin: () => listener.listeningOrigin,
    now: clock,
  })
  listener.addHook('preHandler', async (request, reply) => {
    const { method, url, body } = request
    if (url.startsWith('/_sandbox/')) return
    calls.push({ method, path: url, body: typeof body === 'string' && body !== '' ? JSON.parse(body) : null })
    await stopIfHeld(request, reply, 'request')
  })
  listener.addHook('onSend', async (request, reply, payload) => {
    reply.header('date', clock().toUTCString()) // the shop compares its clock with the gateway's
    await stopIfHeld(request, reply, 'answer')
    const fixed = fixedAnswers.get(`${request.method} ${request.url}`)
    if (fixed) reply.code(fixed.status)
    return fixed ? JSON.stringify(fixed.answer) : payload
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

  /** The payment's state afterwards; `charge` is its latest transaction. */
  const act = (id: string, action: string, body: object = {}) =>
    control<{ charge: Charge }>('POST', `transactions/${id}/${action}`, body)

  async function notifications(attemptId: string): Promise<Delivery[]> {
    const query = `notifications?order_id=${encodeURIComponent(attemptId)}`
    return (await control<{ notifications: Delivery[] }>('GET', query)).notifications
  }

  return {
    origin,
    /** The header with which the merchant authenticates, for a test that calls the gateway like the shop. */
    authorization: `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`,
    /** Every call of the shop, oldest first. */
    calls,
    /** The number of times that the shop has made this call. The path may be the beginning of one. */
    countCalls: (method: string, path: string) =>
      calls.filter((c) => c.method === method && c.path.startsWith(path)).length,
    /** The gateway's record of a payment. Times are milliseconds since 1970. */
    transaction: async (attemptId: string) => {
      type Transaction = { orderId: string; createdAt: number; pageExpiresAt: number; charge: Charge }
      const { transactions } = await control<{ transactions: Transaction[] }>('GET', 'transactions')
      const found = transactions.find(({ orderId }) => orderId === attemptId)
      if (!found) throw new Error(`no transaction ${attemptId}`)
      return found
    },
    act,
    /** The buyer chooses a method on the payment page: BCA where it is offered, unless another one is named. */
    charge: (attemptId: string, method?: PaymentMethod, choice: Choice = {}) =>
      act(attemptId, 'charge', { method, ...choice }),
    /** The buyer pays; with `force` even if the payment has ended. The id may also be a transaction id. */
    pay: (attemptId: string, options: Choice & { force?: boolean } = {}) => act(attemptId, 'pay', options),
    deny: (attemptId: string) => act(attemptId, 'deny'),
    expire: (attemptId: string) => act(attemptId, 'expire'),
    /** The bank takes a settlement back: Permata, Mandiri and Indomaret. */
    reverse: (attemptId: string) => act(attemptId, 'reverse'),
    /** The merchant sends money back at Midtrans's dashboard; without an amount all that is left. */
    refund: (attemptId: string, refund: { amount?: number; key?: string; reason?: string } = {}) =>
      act(attemptId, 'refund', refund),
    chargeback: (attemptId: string) => act(attemptId, 'chargeback'),
    setFaults: (faults: Partial<Switches>) => control<object>('PATCH', 'switches', faults),
    /** From now on this call has its effect, but is answered with this body. */
    answerWith: (method: string, path: string, answer: object, status = 200) =>
      fixedAnswers.set(`${method} ${path}`, { answer, status }),
    /** End all faults and fixed answers. */
    async reset() {
      fixedAnswers.clear()
      await control<object>('DELETE', 'switches')
    },
    /** Run the due work after the clock was moved: expiries and notifications. */
    runDue: () => control<object>('POST', 'clock', { advanceSeconds: 0 }),
    notifications,
    resend: (notificationId: string) => control<object>('POST', `notifications/${notificationId}/resend`),
    /** Wait until every notification of a payment was sent at least once. Returns the shop's HTTP status for each. */
    webhookStatuses: (attemptId: string) =>
      vi.waitFor(
        async () => {
          const all = await notifications(attemptId)
          if (all.length === 0 || all.some(({ state, attempts }) => state === 'waiting' && attempts.length === 0)) {
            throw new Error(`notifications of ${attemptId} are not all sent yet`)
          }
          return all.map(({ attempts }) => attempts.at(-1)?.httpStatus)
        },
        { timeout: 30_000, interval: 10 },
      ),
    /** Hold the next such call of the shop until it is released. */
    holdCall(method: string, path: string, at: Hold['at'] = 'request'): HeldCall {
      const arrival = Promise.withResolvers<number>()
      const released = Promise.withResolvers<'go on' | 'cut'>()
      holds.push({ method, path, at, arrive: arrival.resolve, released: released.promise })
      return {
        arrived: arrival.promise,
        release: () => released.resolve('go on'),
        cut: () => released.resolve('cut'),
      }
    },
    async close() {
      await listener.close()
      await sandbox.close()
    },
  }
}
