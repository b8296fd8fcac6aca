import { OrderDetail } from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { AdminOrderPresenter } from '../orders/present.ts'
import { orderForAdmin } from '../orders/queries.ts'
import { NotFound } from '../platform/errors.ts'
import { cancelAsAdmin } from './cancel-as-admin.ts'
import type { PaymentDeps } from './deps.ts'

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
      '/admin/orders/:id/cancel',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          security: [{ bearer: [] }],
          summary: 'End an unpaid order',
          params: OrderPath,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        await cancelAsAdmin(payments, accountOf(request), request.params.id)
        const order = await orderForAdmin(payments.db, request.params.id)
        if (!order) throw new NotFound()
        return { data: present.detail(order), message: 'Pesanan telah diakhiri' }
      },
    )
  }
