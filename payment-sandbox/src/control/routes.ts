import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, serveFiles, setPageHeaders } from '../browser/page.ts'
import { fieldsOf } from '../merchant/field-checks.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { defaultSwitches, switchChoices, wrongSwitches } from '../switches.ts'
import { actions } from './actions.ts'
import { controlPage, lockedPage, longestList } from './page.ts'

/**
 * The control API and its page under /_sandbox/. It can pay any order: without a token it is for development only. The page's
 * script gets the token from the fragment of its URL, which browsers send to nobody.
 */
export function controlRoutes(sandbox: Sandbox, token?: string): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => fieldsFrom(body),
    )
    app.addHook('onRequest', async (request, reply) => {
      sandbox.paymentTimer.runIfDue()
      setPageHeaders(reply, { framedBy: 'nobody' })
      const isCrossSite = request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site'
      if (isCrossSite) return problem(reply, 403, 'not from a page of another site')
    })
    const isAllowed = ({ headers }: FastifyRequest) => token === undefined || isEqual(headers['x-sandbox-token'], token)
    await serveFiles(app, '/_sandbox', ['control.js', 'sandbox.css'])
    app.get('/_sandbox/', async (request, reply) => {
      const body = isAllowed(request) ? controlPage(sandbox) : lockedPage()
      return sendPage(reply, { title: 'Bangku uji pembayaran', folder: '/_sandbox', script: 'control.js', body })
    })
    await app.register(async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        if (!isAllowed(request)) {
          return problem(reply, 401, 'X-Sandbox-Token must be the token that the server printed at its start')
        }
      })
      transactionRoutes(api, sandbox)
      notificationRoutes(api, sandbox)
      switchRoutes(api, sandbox)
      clockRoutes(api, sandbox)
    })
  }
}

/** Takes the same time whichever characters differ. */
function isEqual(given: string | string[] | undefined, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(String(given)), hash(expected))
}

/** @returns undefined for a body that is no JSON object, so that a POST without a body works */
function fieldsFrom(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const problem = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({ error: message })

interface ById {
  Params: { id: string }
  Body: object | undefined
}

/** Lists transactions, and simulates a customer or a bank. `:id` is an order_id, token or transaction_id. */
function transactionRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/transactions', async () => ({
    transactions: sandbox.payments.newestFirst().slice(0, longestList).map(summary),
  }))

  for (const [name, act] of Object.entries(actions)) {
    app.post<ById>(`/_sandbox/transactions/:id/${name}`, async (request, reply) => {
      const { id } = request.params
      const payment = sandbox.payments.byOrderId(id) ?? sandbox.payments.byToken(id) ?? sandbox.payments.byCoreId(id)
      if (!payment) return problem(reply, 404, 'no such transaction')
      const outcome = act(sandbox, payment, fieldsOf(request.body))
      return typeof outcome === 'string' ? problem(reply, 409, outcome) : summary(outcome)
    })
  }

  function summary(payment: Payment) {
    const { token, orderId, grossAmount, createdAt, pageExpiresAt, notificationUrls, charge } = payment
    const phase = phaseOf(payment, sandbox.clock.now())
    return { orderId, token, grossAmount, phase, createdAt, pageExpiresAt, notificationUrls, charge }
  }
}

/** The webhook history, newest first, each with its body and the answers to it. */
function notificationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { order_id?: string } }>('/_sandbox/notifications', async (request) => ({
    notifications: sandbox.webhooks.newestFirst(request.query.order_id).slice(0, longestList),
  }))

  app.post<ById>('/_sandbox/notifications/:id/resend', async (request, reply) => {
    return sandbox.webhooks.resend(request.params.id) ?? problem(reply, 404, 'no such notification')
  })
}

/** Faults and undocumented behaviours: PATCH sets some, DELETE resets all. A restart resets them too. */
function switchRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/switches', async () => sandbox.switches)
  app.get('/_sandbox/switches/choices', async () => switchChoices)

  app.patch<{ Body: object | undefined }>('/_sandbox/switches', async (request, reply) => {
    const change = request.body ?? {}
    const wrong = wrongSwitches(change)
    if (wrong.length > 0) return problem(reply, 400, `unknown or wrong: ${wrong.join(', ')}`)
    sandbox.switches = { ...sandbox.switches, ...change }
    return sandbox.switches
  })

  app.delete('/_sandbox/switches', async () => {
    sandbox.switches = { ...defaultSwitches }
    return sandbox.switches
  })
}

/** The clock can be advanced, not set back. Everything that is due then happens at once. */
function clockRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/clock', async () => reading())

  app.post<{ Body: { advanceSeconds?: unknown } | undefined }>('/_sandbox/clock', async (request, reply) => {
    const seconds = request.body?.advanceSeconds
    if (typeof seconds !== 'number' || !(seconds >= 0)) {
      return problem(reply, 400, 'advanceSeconds must be a number, 0 or more')
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
