import { OrderDetail, StatusChange } from '@camilan/contract/orders'
import { Payment } from '@camilan/contract/payments'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { BuyerOrderPresenter } from '../orders/present.ts'
import { orderOfBuyer } from '../orders/queries.ts'
import { NotFound } from '../platform/errors.ts'
import { changeMyOrder } from './change-my-order.ts'
import type { PaymentDeps } from './deps.ts'
import { openPayment } from './open-payment.ts'
import { refreshOrder } from './refresh-order.ts'

interface PaymentRoutesDeps {
  payments: PaymentDeps
  guards: Guards
  /** Dependencies of the orders room, because these routes answer with an order. */
  present: BuyerOrderPresenter
}

const common = { tags: ['orders', 'payments'], security: [{ bearer: [] }] }

/** A buyer's actions on an order that may need the gateway: pay, refresh, cancel. */
export const paymentRoutes =
  ({ payments, guards, present }: PaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    async function myOrder(buyerId: string, id: string): Promise<OrderDetail> {
      const order = await orderOfBuyer(payments.db, buyerId, id)
      if (!order) throw new NotFound()
      return present.detail(order)
    }

    api.post(
      '/orders/:id/payment',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Pay an order, from any device',
          params: OrderPath,
          response: { 200: success(Payment) },
          refusals: ['NOT_PAYABLE', 'NO_PAYMENT_METHOD', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        await myOrder(accountOf(request).id, request.params.id)
        return { data: await openPayment(payments, request.params.id) }
      },
    )

    api.post(
      '/orders/:id/refresh',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Ask the gateway whether my order is paid',
          params: OrderPath,
          response: { 200: success(OrderDetail) },
          refusals: ['PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        const { id: buyerId } = accountOf(request)
        await myOrder(buyerId, request.params.id)
        await refreshOrder(payments, request.params.id)
        return { data: await myOrder(buyerId, request.params.id) }
      },
    )

    api.put(
      '/orders/:id/status',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Cancel an unpaid order, or confirm a shipped one',
          params: OrderPath,
          body: StatusChange,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        const { id: buyerId } = accountOf(request)
        const { id: orderId } = request.params
        await changeMyOrder(payments, buyerId, { orderId, status: request.body.status })
        return { data: await myOrder(buyerId, orderId), message: 'Status pesanan diperbarui' }
      },
    )
  }
