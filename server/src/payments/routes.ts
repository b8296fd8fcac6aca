import { OrderDetail, StatusChange } from '@camilan/contract/orders'
import { ChangePayment, Payment } from '@camilan/contract/payments'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { BuyerOrderPresenter } from '../orders/present.ts'
import { orderOfBuyer } from '../orders/queries.ts'
import { accountOf, type Guards } from '../people/login/guards.ts'
import { NotFound } from '../platform/errors.ts'
import { carryOut } from './attempts/carry-out.ts'
import { openPayment } from './attempts/open-payment.ts'
import { changeMyOrder } from './change-my-order.ts'
import type { PaymentDeps } from './deps.ts'
import { changePayment } from './methods/change-payment.ts'
import { cancelOwnOrder } from './refunds/cancel-own.ts'

interface PaymentRoutesDeps {
  payments: PaymentDeps
  guards: Guards
  /** Dependencies of the orders room, because these routes answer with an order. */
  present: BuyerOrderPresenter
}

const common = { tags: ['orders', 'payments'] }

async function orderOf({ payments, present }: PaymentRoutesDeps, buyerId: string, id: string): Promise<OrderDetail> {
  const order = await orderOfBuyer(payments.db, buyerId, id)
  if (!order) throw new NotFound()
  return present.detail(order)
}

/** A buyer pays an order. */
export const paymentRoutes =
  (deps: PaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { payments, guards } = deps

    api.post(
      '/orders/:id/payment',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Pay an order, from any device',
          params: OrderPath,
          response: { 200: success(Payment) },
          refusals: ['NOT_PAYABLE', 'NO_PAYMENT_METHOD', 'PAYMENT_UNAVAILABLE', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        await orderOf(deps, accountOf(request).id, request.params.id)
        return { data: await openPayment(payments, request.params.id) }
      },
    )

    api.post(
      '/orders/:id/payment/change',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Pay an unpaid order by another method',
          params: OrderPath,
          body: ChangePayment,
          response: { 200: success(Payment) },
          refusals: ['NOT_PAYABLE', 'NO_PAYMENT_METHOD', 'PAYMENT_UNAVAILABLE', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await orderOf(deps, accountOf(request).id, orderId)
        return { data: await changePayment(payments, orderId, request.body?.payment_method ?? null) }
      },
    )
  }

/** A buyer's other actions on an order that may need the gateway. */
export const buyerOrderRoutes =
  (deps: PaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { payments, guards } = deps

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
        await orderOf(deps, buyerId, request.params.id)
        await carryOut(payments, request.params.id, { kind: 'refresh', paid: false })
        return { data: await orderOf(deps, buyerId, request.params.id) }
      },
    )

    api.post(
      '/orders/:id/cancel',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Cancel my paid order with a batch, before the batch is closed or after its day was changed',
          params: OrderPath,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { id: buyerId } = accountOf(request)
        const { id: orderId } = request.params
        await cancelOwnOrder(payments.db, buyerId, { orderId }, payments.clock())
        return { data: await orderOf(deps, buyerId, orderId), message: 'Pesanan telah dibatalkan' }
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
        return { data: await orderOf(deps, buyerId, orderId), message: 'Status pesanan diperbarui' }
      },
    )
  }
