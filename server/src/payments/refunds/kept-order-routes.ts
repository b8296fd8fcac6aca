import { OrderLowering } from '@camilan/contract/order-changes'
import { OrderDetail } from '@camilan/contract/orders'
import { OrderAllowance } from '@camilan/contract/refunds'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { detailForAdmin } from '../../orders/admin-routes.ts'
import { accountOf } from '../../people/login/guards.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import type { AdminPaymentRoutesDeps } from '../admin-routes.ts'
import { promiseAllowance } from './allowance.ts'
import { lowerOrder } from './lower-order.ts'

/** An administrator gives back a part of what was paid for an order, which goes on. */
export const keptOrderRoutes =
  ({ payments, guards, present }: AdminPaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const detail = (id: string) => detailForAdmin({ db: payments.db, present }, id)
    api.post(
      '/admin/orders/:id/refunds',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Decide that a part of what was paid goes back; the order goes on',
          params: OrderPath,
          body: OrderAllowance,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'IDEMPOTENCY_MISMATCH', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        const { amount: amountIdr, reason: cause } = request.body
        const idempotency = idempotencyKeyOf(request, [orderId, request.body])
        await promiseAllowance(
          payments.db,
          accountOf(request),
          { orderId, amountIdr, cause, idempotency },
          payments.clock(),
        )
        return { data: await detail(orderId), message: 'Pengembalian dana dicatat' }
      },
    )

    api.post(
      '/admin/orders/:id/lower',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Take pieces out of a paid order: what they had cost is a refund due, and the order goes on',
          params: OrderPath,
          body: OrderLowering,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_WITHDRAWN'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        const { items: remaining, reason, return_stock: returnsStock = true } = request.body
        const lowering = { orderId, remaining, cause: reason ?? null, returnsStock }
        await lowerOrder(payments.db, accountOf(request), lowering, payments.clock())
        return { data: await detail(orderId), message: 'Pesanan diubah' }
      },
    )
  }
