import type { FastifyInstance } from 'fastify'
import { qrContent } from '../payments/links.ts'
import { qrPng } from '../payments/qr-png.ts'
import type { Sandbox } from '../sandbox.ts'

/** The pictures of QR codes. They are on the browsers' port, because the popup shows them. */
export function qrRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const path of ['/v2/qris', '/v4/qris', '/v2/gopay', '/v4/gopay']) {
    app.get<{ Params: { id: string } }>(`${path}/:id/qr-code`, async (request, reply) => {
      const payment = sandbox.payments.byCoreId(request.params.id)
      if (!payment) return reply.code(404).send({ status_code: '404', status_message: "Transaction doesn't exist." })
      return reply.type('image/png').send(qrPng(qrContent(sandbox, payment.charge)))
    })
  }
}
