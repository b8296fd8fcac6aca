import { OrderDetail } from '@camilan/contract/orders'
import { OrderCancellation } from '@camilan/contract/refunds'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { detailForAdmin } from '../orders/admin-routes.ts'
import type { AdminOrderPresenter } from '../orders/present.ts'
import { accountOf, type Guards } from '../people/login/guards.ts'
import { carryOut } from './attempts/carry-out.ts'
import { cancelOrderAsAdmin } from './cancel-order-as-admin.ts'
import type { PaymentDeps } from './deps.ts'

export interface AdminPaymentRoutesDeps {
  payments: PaymentDeps
  guards: Guards
  /** Dependencies of the orders room, because the route answers with an order. */
  present: AdminOrderPresenter
}

/** An administrator's actions on an order that may need the gateway. */
export const adminPaymentRoutes =
  ({ payments, guards, present }: AdminPaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const detail = (id: string) => detailForAdmin({ db: payments.db, present }, id)
    api.post(
      '/admin/orders/:id/refresh',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          summary: "Ask the gateway about all of an order's payments",
          params: OrderPath,
          response: { 200: success(OrderDetail) },
          refusals: ['PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        await carryOut(payments, request.params.id, { kind: 'refresh', paid: true })
        return { data: await detail(request.params.id), message: 'Midtrans sudah ditanya' }
      },
    )

    api.post(
      '/admin/orders/:id/cancel',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
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
        await cancelOrderAsAdmin(payments, accountOf(request), request.params.id, cancellation)
        return { data: await detail(request.params.id), message: 'Pesanan telah diakhiri' }
      },
    )
  }
