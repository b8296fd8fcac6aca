import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { setPageHeaders } from '../browser/page-headers.ts'
import type { Sandbox } from '../sandbox.ts'
import { clockRoutes } from './clock-routes.ts'
import { controlPageRoutes } from './control-page-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { problem } from './problem.ts'
import { switchRoutes } from './switch-routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

/** The control API and its page under /_sandbox/. They have no password and can pay any order: for development only. */
export function controlRoutes(sandbox: Sandbox): FastifyPluginAsync {
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
    transactionRoutes(app, sandbox)
    notificationRoutes(app, sandbox)
    switchRoutes(app, sandbox)
    clockRoutes(app, sandbox)
    await controlPageRoutes(app)
  }
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
