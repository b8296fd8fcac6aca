import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { setPageHeaders } from '../browser/page-headers.ts'
import type { Sandbox } from '../sandbox.ts'
import { clockRoutes } from './clock-routes.ts'
import { controlPageRoutes } from './control-page-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { problem } from './problem.ts'
import { switchRoutes } from './switch-routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

/**
 * The control API and its page under /_sandbox/. It can pay any order: without a token it is for development only. The page
 * contains no secret. It gets the token from the fragment of its URL, which browsers send to nobody.
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
    await controlPageRoutes(app)
    await app.register(async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        if (token !== undefined && !isEqual(request.headers['x-sandbox-token'], token)) {
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
