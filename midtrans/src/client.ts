/** A client of Midtrans: Snap creates payments, the Core API reads and changes their state. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import * as z from 'zod/mini'
import { Failure } from './failure.ts'
import type { RefundBody } from './names.ts'
import type { SnapRequest } from './request.ts'
import { CreatedTransaction, type PaymentReport, Problems, StatusAnswer, toReport } from './wire.ts'

export interface ClientOptions {
  serverKey: string
  /** Origins, without a trailing slash. */
  snapUrl: string
  apiUrl: string
  /** Whether the payment page may have an http URL. */
  allowHttp?: boolean
  timeoutMs?: number
  /** Ends open calls, and all later ones at once. They count as unanswered. */
  signal?: AbortSignal
}

export interface SnapToken {
  token: string
  redirectUrl: string
}

/** A call without success throws a {@link Failure}. */
export interface Client {
  createTransaction(request: SnapRequest): Promise<SnapToken>
  /** @param timeoutMs  replaces the default timeout, for a caller that can't wait that long */
  status(id: string, timeoutMs?: number): Promise<PaymentReport>
  /** @returns false when the payment can't be cancelled (any more); its status says why */
  cancel(id: string): Promise<boolean>
  /**
   * Close a payment page on which no method was chosen. @returns false when one was chosen meanwhile
   * @param options.unknown  the meaning of an unknown page: by default it counts as closed; `undecided`, for a page
   *   that may belong to another account, is a failure of this kind
   */
  cancelSession(token: string, options?: { unknown: 'undecided' }): Promise<boolean>
  /**
   * Send money back. A repeated call with the same key pays once.
   * @param transactionId  Midtrans's own id of the payment
   */
  refund(transactionId: string, refund: RefundOrder): Promise<RefundAnswer>
}

export interface RefundOrder {
  /** Letters, digits, `-` and `_`. */
  key: string
  amountIdr: number
  /** At most 255 characters; the buyer may see it. */
  reason: string
}

/** `unclear`: only the payment's status tells. `code`: Midtrans's `status_code`. */
export type RefundAnswer =
  | { outcome: 'made'; gatewayId: string | null }
  | { outcome: 'refused'; code: string }
  | { outcome: 'unclear'; code: string | null }

interface Answer {
  status: number
  body: unknown
}

interface Question {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | undefined
}

/** An answer is read as it is sent, so a compressed one is not asked for. */
const standardHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'content-type': 'application/json',
  'user-agent': 'node',
}

/** Midtrans may close an unused connection, and a request sent at that moment fails. */
const idleConnectionMs = 4_000

/** The longest answer that is read. Real ones have a few kilobytes. */
const maxAnswerBytes = 1_048_576

export function createClient(options: ClientOptions): Client {
  const { serverKey, snapUrl, apiUrl, allowHttp = false, timeoutMs = 10_000, signal: stopping } = options
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`

  const send = keepAliveClient()

  async function ask(url: string, { method = 'GET', headers, body }: Question, timeout = timeoutMs): Promise<Answer> {
    try {
      const question = { method, headers: { ...standardHeaders, authorization, ...headers }, body }
      const { status, location, text } = await send(url, question, { timeoutMs: timeout, stopping })
      if (status >= 300 && status < 400) throw new Error(`a redirect to ${location}`)
      return { status, body: JSON.parse(text) }
    } catch (error) {
      throw new Failure('no-answer', `no answer from ${url}`, error)
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
        const { protocol } = new URL(created.data.redirect_url)
        if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
          throw new Failure('no-answer', `create transaction: the payment page begins with ${protocol}`)
        }
        return { token: created.data.token, redirectUrl: created.data.redirect_url }
      }
      throw notCreated(answer)
    },

    async status(id, timeout) {
      return toReport(readAnswer(await ask(payment(id, 'status'), {}, timeout), 'status'))
    },

    async cancel(id) {
      const answer = readAnswer(await ask(payment(id, 'cancel'), { method: 'POST' }), 'cancel')
      const isThisPayment = (answer.order_id ?? id) === id
      return answer.status_code === '200' && (answer.transaction_status ?? 'cancel') === 'cancel' && isThisPayment
    },

    async refund(transactionId, { key, amountIdr, reason }) {
      const body: RefundBody = { refund_key: key, amount: amountIdr, reason: reason.slice(0, 255) }
      const question = { method: 'POST', body: JSON.stringify(body) } as const
      const answer = readAnswer(await ask(payment(transactionId, 'refund'), question), 'refund')
      return refundAnswer(answer, key)
    },

    async cancelSession(token, options) {
      const url = `${snapUrl}/snap/v1/transactions/${encodeURIComponent(token)}/cancel`
      const answer = await ask(url, { method: 'POST' })
      if (answer.status < 300) return true
      const problems = problemsIn(answer)
      const what = `cancel session: ${answer.status} ${problems}`
      if (answer.status === 401) throw new Failure('key-refused', what)
      if (/already cancell?ed|expired/i.test(problems)) return true
      if (/not found/i.test(problems) && options === undefined) return true
      if (/on progress/i.test(problems)) return false
      if (answer.status >= 500) throw new Failure('no-answer', what)
      throw new Failure('undecided', what)
    },
  }
}

/** Codes after which the refund may have been made: it waits, its key was used, or the gateway is busy. */
const unclearCodes = ['201', '406', '408', '409', '429']

/** A denied refund leaves the payment settled, so its state counts too. */
function refundAnswer(answer: StatusAnswer, key: string): RefundAnswer {
  const { status_code: code, transaction_status, refund_key, refund_chargeback_id: gatewayId } = answer
  const isRefunded = /^(partial_)?refund$/i.test(transaction_status ?? '') && (refund_key ?? key) === key
  if (code === '200') return isRefunded ? { outcome: 'made', gatewayId } : { outcome: 'unclear', code }
  if (code === null || unclearCodes.includes(code)) return { outcome: 'unclear', code }
  return { outcome: 'refused', code }
}

interface Limits {
  timeoutMs: number
  stopping: AbortSignal | undefined
}

interface Received {
  status: number
  location: string | undefined
  text: string
}

/**
 * Sends requests over connections that stay open. `node:http` needs less than half of `fetch`'s processor time. A
 * cleared timer needs less than `AbortSignal.timeout`, which always ends with an exception.
 */
function keepAliveClient() {
  const options = { keepAlive: true, timeout: idleConnectionMs }
  const [httpAgent, httpsAgent] = [new http.Agent(options), new https.Agent(options)]

  return async (url: string, { body, ...question }: Question, { timeoutMs, stopping }: Limits): Promise<Received> => {
    stopping?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = url.startsWith('https:')
      ? https.request(url, { ...question, agent: httpsAgent }, resolve)
      : http.request(url, { ...question, agent: httpAgent }, resolve)
    const timer = setTimeout(() => request.destroy(new Error(`none within ${timeoutMs} ms`)), timeoutMs)
    const stop = () => request.destroy(new Error('stopped'))
    stopping?.addEventListener('abort', stop)
    try {
      request.on('error', reject).end(body)
      const response = await promise
      const { statusCode: status = 0, headers } = response
      return { status, location: headers.location, text: await readText(response) }
    } finally {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
    }
  }
}

/** @throws the answer is not complete, or too long */
function readText(response: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.byteLength
    chunks.push(chunk)
    if (length > maxAnswerBytes) response.destroy(new Error(`an answer of more than ${maxAnswerBytes} bytes`))
  })
  response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  response.on('error', reject)
  response.on('close', () => reject(new Error('the connection was closed before the end of the answer')))
  return promise
}

/** @throws the Core API's answer has no status_code, or that of a failure */
function readAnswer({ status, body }: Answer, what: string): StatusAnswer {
  const parsed = StatusAnswer.safeParse(body)
  const code = parsed.success ? parsed.data.status_code : null
  const said = `${what}: HTTP ${status}, status_code ${code}`
  if (code === '401' || status === 401) throw new Failure('key-refused', said)
  if (!parsed.success || code === null || status >= 500 || Number(code) >= 500) throw new Failure('no-answer', said)
  return parsed.data
}

function problemsIn({ body }: Answer): string {
  const problems = z.safeParse(Problems, body)
  return problems.success ? problems.data.error_messages.join('; ') : ''
}

/** Why there is no token. */
function notCreated(answer: Answer): Failure {
  const problems = problemsIn(answer)
  const said = `create transaction: ${answer.status} ${problems}`
  switch (answer.status) {
    case 400:
      // The message differs by language and release. Only these words are common to all its forms.
      return /order_id.*(digunakan|taken|utilized)/s.test(problems)
        ? new Failure('id-used', problems)
        : new Failure('request-refused', problems)
    case 401:
      return new Failure('key-refused', said)
    case 402:
      return new Failure('method-inactive', said)
    default:
      return new Failure('no-answer', said)
  }
}
