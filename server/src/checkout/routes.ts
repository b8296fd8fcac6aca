import {
  CartCosts,
  CostsQuery,
  PaymentTime,
  PlaceOrder,
  PlaceServices,
  ServicesQuery,
} from '@camilan/contract/checkout'
import { Payment } from '@camilan/contract/payments'
import { PlacePath } from '@camilan/contract/places'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { cartLinesOf } from '../orders/cart/queries.ts'
import { accountOf, type Guards } from '../people/login/guards.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import type { Quiet } from '../platform/quiet.ts'
import { demandOfCart } from '../products/stock.ts'
import { historyOfBuyer } from './buyer-history.ts'
import { cartCosts } from './cart-costs.ts'
import { placeServices } from './delivery/delivery-services.ts'
import { paymentTime } from './payment-time.ts'
import { type CheckoutDeps, placeOrder } from './place-order.ts'

export const checkoutRoutes =
  ({ guards, quiet, ...deps }: CheckoutDeps & { guards: Guards; quiet: Quiet }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/orders',
      {
        onRequest: [guards.signedIn, quiet.assertLive],
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Order what is in my cart',
          body: PlaceOrder,
          response: { 201: success(Payment) },
          refusals: [
            'SHOP_CLOSED',
            'CAP_REACHED',
            'EMPTY_CART',
            'BELOW_MINIMUM',
            'OUT_OF_STOCK',
            'BATCH_UNAVAILABLE',
            'TOO_MANY_UNPAID',
            'RATE_LIMITED',
            'CITY_UNAVAILABLE',
            'DAY_UNAVAILABLE',
            'COST_MISMATCH',
            'VOUCHER_UNAVAILABLE',
            'PRICE_CHANGED',
            'NOT_PAYABLE',
            'NO_PAYMENT_METHOD',
            'IDEMPOTENCY_MISMATCH',
            'PAYMENT_UNAVAILABLE',
          ],
        },
      },
      async (request, reply) => {
        const { id: buyerId } = accountOf(request)
        const data = await placeOrder(deps, buyerId, { form: request.body, idempotency: idempotencyKeyOf(request) })
        return reply.status(201).send({ data, message: 'Pesanan berhasil dibuat' })
      },
    )
  }

const cartSchema = { tags: ['cart', 'orders'] }

/** What an order of the cart would be like, before it is placed. */
export const beforeCheckoutRoutes =
  ({ guards, payments, settings }: CheckoutDeps & { guards: Guards }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/carts/costs',
      {
        onRequest: guards.signedIn,
        schema: {
          ...cartSchema,
          summary: 'What an order of my cart would cost, delivered to a place or city or fetched',
          querystring: CostsQuery,
          response: { 200: success(CartCosts) },
          refusals: ['CITY_UNAVAILABLE'],
        },
      },
      async (request) => {
        const part = request.query.cart_part || null
        const lines = await cartLinesOf(payments.db, { buyerId: accountOf(request).id, part }, payments.clock())
        const asked = { lines, buyer: accountOf(request), query: request.query }
        return { data: await cartCosts(payments.db, settings.current(), asked, payments.clock()) }
      },
    )

    api.get(
      '/places/:code/services',
      {
        schema: {
          tags: ['settings'],
          summary: 'What delivery of a parcel to a place costs',
          params: PlacePath,
          querystring: ServicesQuery,
          response: { 200: success(PlaceServices) },
          refusals: ['CITY_UNAVAILABLE'],
        },
      },
      async ({ params, query }) => ({ data: placeServices(settings, params.code, query) }),
    )

    api.get(
      '/carts/payment-time',
      {
        onRequest: guards.signedIn,
        schema: {
          ...cartSchema,
          summary: 'For how long an order of my cart could stay unpaid',
          response: { 200: success(PaymentTime) },
        },
      },
      async (request) => {
        const { id: buyerId } = accountOf(request)
        const lines = await cartLinesOf(payments.db, { buyerId }, payments.clock())
        const history = await historyOfBuyer(payments.db, buyerId, payments.clock())
        const demands = await demandOfCart(payments.db, lines, payments.clock())
        return { data: paymentTime(history, { demands, settings: settings.current() }) }
      },
    )
  }
