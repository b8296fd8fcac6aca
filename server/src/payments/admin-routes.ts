import { OrderDetail } from '@camilan/contract/orders'
import { OrderCancellation, PartRefund } from '@camilan/contract/refunds'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { AdminOrderPresenter } from '../orders/present.ts'
import { orderForAdmin } from '../orders/queries.ts'
import { NotFound } from '../platform/errors.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import { cancelAsAdmin } from './cancel-as-admin.ts'
import type { PaymentDeps } from './deps.ts'
import { refreshOrder } from './refresh-order.ts'
import { refundPart } from './refunds/refund-part.ts'

interface AdminPaymentRoutesDeps {
  payments: PaymentDeps
  guards: Guards
  /** Dependencies of the orders room, because the route answers with an order. */
  present: AdminOrderPresenter
}

/** An administrator's actions on an order that may need the gateway. */
export const adminPaymentRoutes =
  ({ payments, guards, present }: AdminPaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/admin/orders/:id/refresh',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          security: [{ bearer: [] }],
          summary: "Ask the gateway about all of an order's payments",
          params: OrderPath,
          response: { 200: success(OrderDetail) },
          refusals: ['PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        await refreshOrder(payments, request.params.id, { paid: true })
        const order = await orderForAdmin(payments.db, request.params.id)
        if (!order) throw new NotFound()
        return { data: present.detail(order), message: 'Midtrans sudah ditanya' }
      },
    )

    api.post(
      '/admin/orders/:id/cancel',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          security: [{ bearer: [] }],
          summary: 'End an unpaid order or, with a body, cancel a paid one: its refund is due',
          params: OrderPath,
          body: OrderCancellation,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        const { body } = request
        const cancellation = body ? { cause: body.reason ?? null, returnsStock: body.return_stock ?? true } : undefined
        await cancelAsAdmin(payments, accountOf(request), request.params.id, cancellation)
        return { data: await detail(request.params.id), message: 'Pesanan telah diakhiri' }
      },
    )

    api.post(
      '/admin/orders/:id/refunds',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          security: [{ bearer: [] }],
          summary: 'Decide that a part of what was paid goes back; the order goes on',
          params: OrderPath,
          body: PartRefund,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'IDEMPOTENCY_MISMATCH', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        const { amount: amountIdr, reason: cause } = request.body
        const idempotency = idempotencyKeyOf(request, [orderId, request.body])
        await refundPart(payments.db, accountOf(request), { orderId, amountIdr, cause, idempotency }, payments.clock())
        return { data: await detail(orderId), message: 'Pengembalian dana dicatat' }
      },
    )

    async function detail(id: string) {
      const order = await orderForAdmin(payments.db, id)
      if (!order) throw new NotFound()
      return present.detail(order)
    }
  }
