/** A buyer without an account, by the link of their order. The token is in the body, because URLs are logged. */
import { daysText } from '@camilan/contract/delivery-fees'
import { Payment } from '@camilan/contract/payments'
import { LinkChangePayment, LinkedOrder, LinkToken } from '@camilan/contract/seller-orders'
import { minimumTotal } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { orderForAdmin } from '../../orders/queries.ts'
import { carryOut } from '../../payments/attempts/carry-out.ts'
import { openPayment } from '../../payments/attempts/open-payment.ts'
import { changePayment } from '../../payments/methods/change-payment.ts'
import { NotFound } from '../../platform/errors.ts'
import { deliveryCities } from '../../settings/words/delivery.ts'
import { BelowMinimum } from '../errors.ts'
import { confirmByLink, orderOfLink } from './order-links.ts'
import type { SellerRoutesDeps } from './seller-routes.ts'

const tags = ['orders', 'payments']

/** The buyer reads the order, and says that it has arrived. */
export const linkedOrderRoutes =
  ({ payments, settings, present }: SellerRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, gateways } = payments

    async function linkedOrder(orderId: string): Promise<{ data: LinkedOrder }> {
      const row = await orderForAdmin(db, orderId)
      if (!row) throw new NotFound()
      const isOpen = row.status === 'DIPROSES' && row.expires_at > clock()
      const isPayable = isOpen && row.total_price >= minimumTotal && !!gateways.current()
      const order = present.forBuyer.detail(row)
      const city = deliveryCities(settings.current()).find(({ name }) => name === order.city)
      const days = order.delivery ? daysText(order.delivery) : city?.days
      return { data: { ...order, is_payable: isPayable, delivery_days: days ?? null } }
    }
    const common = { tags, body: LinkToken, response: { 200: success(LinkedOrder) } }

    api.post(
      '/order-links/order',
      { schema: { ...common, summary: 'The order of a link; changes nothing', refusals: ['NOT_FOUND'] } },
      async ({ body }) => linkedOrder(await orderOfLink(db, body.token, clock())),
    )

    api.post(
      '/order-links/refresh',
      {
        schema: {
          ...common,
          summary: 'Ask the gateway whether the order of a link is paid',
          refusals: ['NOT_FOUND', 'PAYMENT_UNAVAILABLE'],
        },
      },
      async ({ body }) => {
        const orderId = await orderOfLink(db, body.token, clock())
        await carryOut(payments, orderId, { kind: 'refresh', paid: false })
        return linkedOrder(orderId)
      },
    )

    api.post(
      '/order-links/confirm',
      {
        schema: {
          ...common,
          summary: 'Confirm that the shipped order of a link has arrived',
          refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
        },
      },
      async ({ body }) => linkedOrder(await confirmByLink(db, body.token, clock())),
    )
  }

/** The buyer pays the order. */
export const linkPaymentRoutes =
  ({ quiet, payments }: SellerRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = payments

    async function payableOrder(token: string): Promise<string> {
      const orderId = await orderOfLink(db, token, clock())
      const order = await orderForAdmin(db, orderId)
      // The seller has accepted it, so that of the shop does not count.
      if (order && order.total_price < minimumTotal) throw new BelowMinimum(minimumTotal)
      return orderId
    }
    const common = {
      tags,
      response: { 200: success(Payment) },
      refusals: [
        ...(['NOT_FOUND', 'BELOW_MINIMUM', 'NOT_PAYABLE', 'NO_PAYMENT_METHOD'] as const),
        ...(['PAYMENT_UNAVAILABLE', 'RATE_LIMITED'] as const),
      ],
    }

    api.post(
      '/order-links/payment',
      { onRequest: quiet.assertLive, schema: { ...common, summary: 'Pay the order of a link', body: LinkToken } },
      async ({ body }) => ({ data: await openPayment(payments, await payableOrder(body.token)) }),
    )

    api.post(
      '/order-links/payment/change',
      {
        onRequest: quiet.assertLive,
        schema: { ...common, summary: 'Pay the unpaid order of a link by another method', body: LinkChangePayment },
      },
      async ({ body: { token, payment_method = null } }) => ({
        data: await changePayment(payments, await payableOrder(token), payment_method),
      }),
    )
  }
