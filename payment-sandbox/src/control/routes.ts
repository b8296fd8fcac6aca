import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { setPageHeaders } from '../browser/page-headers.ts'
import type { Sandbox } from '../sandbox.ts'
import { benchPageRoutes } from './bench-page-routes.ts'
import { clockRoutes } from './clock-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { problem } from './problem.ts'
import { switchRoutes } from './switch-routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

/** The test bench under /_sandbox/. Whoever reaches it may pay any order: it belongs on a developer's machine. */
export function controlRoutes(sandbox: Sandbox): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => fieldsFrom(body),
    )
    app.addHook('onRequest', async (request, reply) => {
      sandbox.lapses.ringIfDue()
      setPageHeaders(reply, { framedBy: 'nobody' })
      const isForeign = request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site'
      if (isForeign) return problem(reply, 403, 'not from a page of another site')
    })
    transactionRoutes(app, sandbox)
    notificationRoutes(app, sandbox)
    switchRoutes(app, sandbox)
    clockRoutes(app, sandbox)
    await benchPageRoutes(app)
  }
}

/** A body that is no JSON object reads as undefined, so that a POST without one is fine. */
function fieldsFrom(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
