import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { qrContent } from '../payments/links.ts'
import { qrPng } from '../payments/qr-png.ts'
import type { Sandbox } from '../sandbox.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { serveFiles, setPageHeaders } from './page.ts'
import { simulatorRoutes } from './simulators.ts'

/** The routes for browsers: snap.js, the payment pages with their files, and the simulators of banks, stores and apps. */
export function browserRoutes(sandbox: Sandbox): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    app.addHook('onListen', async () => sandbox.webhooks.resume())
    app.addHook('onRequest', async (_request, reply) => {
      sandbox.paymentTimer.runIfDue()
      setPageHeaders(reply, { framedBy: 'nobody' })
    })
    await serveFiles(app, '/snap', ['snap.js', 'checkout.js', 'sandbox.css'])
    checkoutRoutes(app, sandbox)
    simulatorRoutes(app, sandbox)
    qrRoutes(app, sandbox)
  }
}

/** The pictures of QR codes. They are on the browsers' port, because the popup shows them. */
function qrRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const path of ['/v2/qris', '/v4/qris', '/v2/gopay', '/v4/gopay']) {
    app.get<{ Params: { id: string } }>(`${path}/:id/qr-code`, async (request, reply) => {
      const payment = sandbox.payments.byCoreId(request.params.id)
      if (!payment) return reply.code(404).send({ status_code: '404', status_message: "Transaction doesn't exist." })
      return reply.type('image/png').send(qrPng(qrContent(sandbox, payment.charge)))
    })
  }
}
