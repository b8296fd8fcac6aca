/** The shop's client of Midtrans: Snap creates payments, the Core API tells and changes their state. */
import * as z from 'zod/mini'
import { ShopError } from '../platform/errors.ts'
import { CreatedTransaction, type PaymentReport, Problems, StatusAnswer, toReport } from './gateway-wire.ts'
import type { SnapRequest } from './snap-request.ts'

export interface GatewayOptions {
  serverKey: string
  /** Origins, without a trailing slash. */
  snapUrl: string
  apiUrl: string
  timeoutMs?: number
}

export interface SnapToken {
  token: string
  redirectUrl: string
}

export interface Gateway {
  /** @throws {OrderIdUsed} a payment by this id was begun or ended before */
  createTransaction(request: SnapRequest): Promise<SnapToken>
  /** Asking changes nothing. @param timeoutMs  when the asker can't wait as long as usual */
  status(attemptId: string, timeoutMs?: number): Promise<PaymentReport>
  /** False when the payment can't be cancelled (any more): then its status says why. */
  cancel(attemptId: string): Promise<boolean>
  /** Close a payment page on which no method was chosen. False when one was chosen meanwhile. */
  cancelSession(token: string): Promise<boolean>
}

/** The gateway didn't answer in time, or not in a way that can be understood. Nothing is known of what it did. */
export class GatewayUnavailable extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(what: string, cause?: unknown) {
    super('PAYMENT_UNAVAILABLE', { cause: new Error(what, { cause }) })
  }
}

export class OrderIdUsed extends Error {}

interface Answer {
  status: number
  body: unknown
}

export function createGateway({ serverKey, snapUrl, apiUrl, timeoutMs = 10_000 }: GatewayOptions): Gateway {
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`

  async function ask(url: string, init: RequestInit, timeout = timeoutMs): Promise<Answer> {
    try {
      const response = await fetch(url, {
        ...init,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      return { status: response.status, body: JSON.parse(await response.text()) }
    } catch (error) {
      throw new GatewayUnavailable(`no answer from ${url}`, error)
    }
  }

  const payment = (id: string, action: string) => `${apiUrl}/v2/${encodeURIComponent(id)}/${action}`

  return {
    async createTransaction({ body, notificationUrl }) {
      const answer = await ask(`${snapUrl}/snap/v1/transactions`, {
        method: 'POST',
        headers: { 'x-override-notification': notificationUrl },
        body: JSON.stringify(body),
      })
      const created = CreatedTransaction.safeParse(answer.body)
      if (answer.status === 201 && created.success) {
        return { token: created.data.token, redirectUrl: created.data.redirect_url }
      }
      const problems = problemsIn(answer)
      // The sentences change with language and release: only these words are common to all of them.
      if (answer.status === 400 && /order_id.*(digunakan|taken|utilized)/s.test(problems))
        throw new OrderIdUsed(problems)
      throw new GatewayUnavailable(`create transaction: ${answer.status} ${problems}`)
    },

    async status(attemptId, timeout) {
      return toReport(understood(await ask(payment(attemptId, 'status'), {}, timeout), 'status'))
    },

    async cancel(attemptId) {
      const answer = understood(await ask(payment(attemptId, 'cancel'), { method: 'POST' }), 'cancel')
      const isOfThis = (answer.order_id ?? attemptId) === attemptId
      return answer.status_code === '200' && (answer.transaction_status ?? 'cancel') === 'cancel' && isOfThis
    },

    async cancelSession(token) {
      const url = `${snapUrl}/snap/v1/transactions/${encodeURIComponent(token)}/cancel`
      const answer = await ask(url, { method: 'POST' })
      if (answer.status < 300) return true
      const problems = problemsIn(answer)
      if (/already cancell?ed|not found|expired/i.test(problems)) return true
      if (/on progress/i.test(problems)) return false
      const what = `cancel session: ${answer.status} ${problems}`
      if (answer.status >= 500) throw new GatewayUnavailable(what)
      // It answers, and may well answer for the next payment: only this one stays undecided.
      throw new ShopError('PAYMENT_UNAVAILABLE', { cause: new Error(what) })
    },
  }
}

/** An answer of the Core API. Without a status_code of its own, or with one that tells of a failure, it is none. */
function understood({ status, body }: Answer, what: string): StatusAnswer {
  const parsed = StatusAnswer.safeParse(body)
  const code = parsed.success ? parsed.data.status_code : null
  if (!parsed.success || code === null || code === '401' || status >= 500 || Number(code) >= 500) {
    throw new GatewayUnavailable(`${what}: HTTP ${status}, status_code ${code}`)
  }
  return parsed.data
}

function problemsIn({ body }: Answer): string {
  const problems = z.safeParse(Problems, body)
  return problems.success ? problems.data.error_messages.join('; ') : ''
}
