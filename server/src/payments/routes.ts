import { OrderDetail, PlaceOrder, StatusChange } from '@camilan/contract/orders'
import { Payment } from '@camilan/contract/payments'
import { Message, OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import { checkout } from '../checkout/checkout.ts'
import type { Terms } from '../checkout/place-order.ts'
import { findOrder } from '../orders/queries.ts'
import { NotFound, ShopError } from '../platform/errors.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import { changeMyOrder } from './change-my-order.ts'
import type { PaymentDeps } from './deps.ts'
import { openPayment } from './open-payment.ts'
import { PaymentNotification, receiveNotification } from './receive-notification.ts'
import { refreshOrder } from './refresh-order.ts'

interface PaymentRoutesDeps {
  payments: PaymentDeps
  guards: Guards
  terms: Terms
  serverKey: string
}

const tags = ['orders', 'payments']
const security = [{ bearer: [] }]

export const paymentRoutes =
  ({ payments, guards, terms, serverKey }: PaymentRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    async function myOrder(buyerId: string, id: string): Promise<OrderDetail> {
      const order = await findOrder(payments.db, id, buyerId, payments.publicUrl)
      if (!order) throw new NotFound()
      return order
    }

    api.post(
      '/orders',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'Order what is in my cart',
          body: PlaceOrder,
          response: { 201: success(Payment) },
        },
      },
      async (request, reply) => {
        const { id: buyerId } = accountOf(request)
        const idempotency = idempotencyKeyOf(request)
        const data = await checkout(payments, { buyerId, form: request.body, terms, idempotency })
        return reply.status(201).send({ data, message: 'Pesanan berhasil dibuat' })
      },
    )

    api.post(
      '/orders/:id/payment',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'Pay an order, from any device',
          params: OrderPath,
          response: { 200: success(Payment) },
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
          tags,
          security,
          summary: 'Ask the gateway how an order stands',
          params: OrderPath,
          response: { 200: success(OrderDetail) },
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
          tags,
          security,
          summary: 'Cancel an unpaid order, or confirm a shipped one',
          params: OrderPath,
          body: StatusChange,
          response: { 200: success(OrderDetail) },
        },
      },
      async (request) => {
        const { id: buyerId } = accountOf(request)
        await changeMyOrder(payments, buyerId, request.params.id, request.body.status)
        return { data: await myOrder(buyerId, request.params.id), message: 'Status pesanan diperbarui' }
      },
    )

    api.post(
      '/payments/notification',
      {
        schema: {
          tags: ['payments'],
          summary: "The gateway's webhook",
          body: PaymentNotification,
          response: { 200: Message },
        },
      },
      async (request) => {
        try {
          await receiveNotification(payments, serverKey, request.body)
        } catch (error) {
          if (error instanceof ShopError) throw error
          // The gateway sends again after 503 four times, after 500 only once.
          request.log.error({ err: error }, 'notification not handled')
          throw new ShopError('UNAVAILABLE', { cause: error })
        }
        return { message: 'OK' }
      },
    )
  }
