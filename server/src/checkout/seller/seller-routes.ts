import { OrderDetail } from '@camilan/contract/orders'
import { EnteredOrder, HandPaymentForm, OrderLink, SellerOrder } from '@camilan/contract/seller-orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { detailForAdmin } from '../../orders/admin-routes.ts'
import type { AdminOrderPresenter, BuyerOrderPresenter } from '../../orders/present.ts'
import { recordHandPayment } from '../../payments/record-hand-payment.ts'
import { accountOf, type Guards } from '../../people/login/guards.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import type { Quiet } from '../../platform/quiet.ts'
import type { CheckoutDeps } from '../place-order.ts'
import { enterOrder } from './enter-order.ts'
import { makeLink, orderLinkUrl } from './order-links.ts'

export interface SellerRoutesDeps extends CheckoutDeps {
  guards: Guards
  quiet: Quiet
  publicUrl: string
  present: { forBuyer: BuyerOrderPresenter; forAdmin: AdminOrderPresenter }
}

/** The seller enters orders. */
export const sellerOrderRoutes =
  ({ guards, quiet, publicUrl, payments, settings, present }: SellerRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = payments
    api.post(
      '/admin/orders',
      {
        onRequest: [guards.staff, quiet.assertLive],
        schema: {
          tags: ['orders'],
          summary: 'Enter an order from a chat or the stall; a discount only by administrators',
          body: SellerOrder,
          response: { 201: success(EnteredOrder) },
          refusals: [
            'NOT_FOUND',
            'CAP_REACHED',
            'CITY_UNAVAILABLE',
            'PRICE_CHANGED',
            'VOUCHER_UNAVAILABLE',
            'OUT_OF_STOCK',
            'BATCH_UNAVAILABLE',
            'IDEMPOTENCY_MISMATCH',
            'RATE_LIMITED',
          ],
        },
      },
      async (request, reply) => {
        // What the seller has agreed to is no part of the order: its key finds it also with another answer to a question.
        const { expected_total: _total, confirm_daily_cap: _cap, ...order } = request.body
        const entering = { form: request.body, idempotency: idempotencyKeyOf(request, order) }
        const { orderId, token } = await enterOrder({ db, settings }, accountOf(request), entering, clock())
        const data = { order_id: orderId, link: orderLinkUrl(publicUrl, token) }
        return reply.status(201).send({ data, message: 'Pesanan tersimpan' })
      },
    )

    api.post(
      '/admin/orders/:id/link',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders'],
          summary: 'Make a new link for the buyer of an order that the seller entered; the former one ends',
          params: OrderPath,
          response: { 200: success(OrderLink) },
        },
      },
      async (request) => {
        const token = await makeLink(db, accountOf(request), request.params.id, clock())
        return { data: { link: orderLinkUrl(publicUrl, token) }, message: 'Tautan lama tidak berlaku lagi' }
      },
    )

    api.post(
      '/admin/orders/:id/hand-payment',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Record that an order that the seller entered was paid in cash or by transfer',
          params: OrderPath,
          body: HandPaymentForm,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async (request) => {
        await recordHandPayment(payments, accountOf(request), request.params.id, request.body)
        const data = await detailForAdmin({ db, present: present.forAdmin }, request.params.id)
        return { data, message: 'Pembayaran dicatat' }
      },
    )
  }
