import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { qrContent } from '../payments/links.ts'
import { qrPng } from '../payments/qr-png.ts'
import type { Sandbox } from '../sandbox.ts'
import { textBody } from '../text-body.ts'
import { appSimulatorRoutes } from './app-simulators.ts'
import { billSimulatorRoutes } from './bill-simulators.ts'
import { readPageFiles, sendPageFile } from './page-files.ts'
import { setPageHeaders } from './page-headers.ts'
import { paymentPageRoutes } from './payment-page-routes.ts'

/** The routes for browsers: snap.js, the payment pages with their files, and the simulators of banks, stores and apps. */
export function browserRoutes(sandbox: Sandbox): FastifyPluginAsync {
  return async (app) => {
    const files = await readPageFiles()
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    app.addContentTypeParser('application/json', { parseAs: 'string' }, textBody)
    app.addHook('onListen', async () => sandbox.webhooks.resume())
    app.addHook('onRequest', async (_request, reply) => {
      sandbox.paymentTimer.runIfDue()
      setPageHeaders(reply, { framedBy: 'nobody' })
    })

    app.get('/snap/snap.js', async (_request, reply) => sendPageFile(reply, files, 'snap.js'))
    app.get('/snap/v4/popup', async (_request, reply) => {
      setPageHeaders(reply, { framedBy: 'anyone' })
      return sendPageFile(reply, files, 'checkout.html')
    })
    app.get('/snap/v4/redirection/:token', async (_request, reply) => sendPageFile(reply, files, 'checkout.html'))
    app.get<{ Params: { file: string } }>('/snap/assets/:file', async (request, reply) =>
      sendPageFile(reply, files, request.params.file),
    )
    paymentPageRoutes(app, sandbox)
    billSimulatorRoutes(app, sandbox)
    appSimulatorRoutes(app, sandbox)
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
