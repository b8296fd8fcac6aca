import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Outcome } from '../browser/snap-result.ts'
import { openPaymentSandbox, type PaymentSandboxOptions } from '../index.ts'
import type { Charge, Phase } from '../payments/payment.ts'
import type { Switches } from '../switches.ts'
import type { Delivery } from '../webhooks/delivery.ts'

export const serverKey = 'SB-Mid-server-local-test-key'
export const clientKey = 'SB-Mid-client-local-test-key'
export const basicAuthorization = 'Basic U0ItTWlkLXNlcnZlci1sb2NhbC10ZXN0LWtleTo='

/** The fields that tests read from answers. A route returns some of them. */
interface AnswerBody {
  token: string
  redirect_url: string
  canceled_at: string
  error_messages: string[]
  status_code: string
  transaction_status: string
  transaction_id: string
  status_message: string
  actions: { name: string; url: string }[]
  refunds: object[]
  settlement_time: string
  charge: Charge
  phase: Phase
  transactions: object[]
  notifications: Delivery[]
  aheadSeconds: number
  vaLength: number
}

/** The whole sandbox on one port, as in the standalone server. */
export async function startSandbox(options: Partial<PaymentSandboxOptions> = {}) {
  const app = Fastify({ forceCloseConnections: true })
  const sandbox = openPaymentSandbox({
    serverKey,
    clientKey,
    browserOrigin: () => app.listeningOrigin,
    ...options,
  })
  app.register(sandbox.browserRoutes).register(sandbox.merchantRoutes).register(sandbox.controlRoutes)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: basicAuthorization, ...type, ...headers },
      ...sent,
    })
    return { status: response.status, body: (await response.json()) as AnswerBody }
  }

  return {
    origin,
    call,
    /** POST /snap/v1/transactions, for an order of 46,000 unless `extra` says otherwise. */
    create: (orderId: string, extra: object = {}, headers: Record<string, string> = {}) =>
      call('POST', '/snap/v1/transactions', snapRequest(orderId, extra), headers),
    /** What a customer or a bank does to a transaction: charge, pay, deny, expire, reverse, refund, chargeback. */
    act: (id: string, action: string, body?: object) => call('POST', `/_sandbox/transactions/${id}/${action}`, body),
    set: (switches: Partial<Switches>) => call('PATCH', '/_sandbox/switches', switches),
    /** The payment page in its popup: opened, or its form sent. The last outcome is that of the button. */
    async page(token: string, fields?: Record<string, string>, key = clientKey) {
      const url = `${origin}/snap/v4/popup/${token}?client_key=${key}`
      const response = await fetch(url, fields && { method: 'POST', body: new URLSearchParams(fields) })
      const text = unescaped(await response.text())
      const outcomes = [...text.matchAll(/data-outcome="(.+?)"[ >]/g)].map(([, json = '']): Outcome => JSON.parse(json))
      const [, state = ''] = /data-state="(.+?)"/.exec(text) ?? []
      return { status: response.status, text, state, dismissed: outcomes[0], left: outcomes.at(-1) }
    },
    status: async (id: string) => (await call('GET', `/v2/${encodeURIComponent(id)}/status`)).body,
    async close() {
      await app.close()
      await sandbox.close()
    },
  }
}

/** The same for the tests of a file, each of which begins with the usual switches. Use it inside tests and hooks only. */
export function useSandbox(): Awaited<ReturnType<typeof startSandbox>> {
  const sandbox = {} as Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => void Object.assign(sandbox, await startSandbox()))
  afterEach(() => sandbox.call('DELETE', '/_sandbox/switches'))
  afterAll(() => sandbox.close())
  return sandbox
}

/** HTML with its entities as characters. */
export const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export function snapRequest(orderId: string, extra: object = {}) {
  return {
    transaction_details: { order_id: orderId, gross_amount: 46_000 },
    enabled_payments: ['bca_va'],
    ...extra,
  }
}

export interface Received {
  path: string
  userAgent: string | undefined
  body: Record<string, string>
}

/** A merchant that only receives webhooks and answers with the given codes, then always with the last one. */
export async function startMerchant(...answers: number[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString())
      received.push({ path: request.url ?? '', userAgent: request.headers['user-agent'], body })
      const status = answers[received.length - 1] ?? answers.at(-1) ?? 200
      response.writeHead(status, status === 307 ? { location: '/moved' } : {}).end('thanks')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/notification`,
    received,
    statuses: () => received.map(({ body }) => body.transaction_status),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
