import { LastDelivery } from '@camilan/contract/checkout'
import { MyOrderList, MyOrdersQuery, OrderDetail } from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../people/login/guards.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { lastDeliveryOf, ordersOfBuyer } from './my-orders.ts'
import type { BuyerOrderPresenter } from './present.ts'
import { orderOfBuyer } from './queries.ts'

interface OrderDeps {
  db: Db
  guards: Guards
  present: BuyerOrderPresenter
}

const tags = ['orders']

/** A buyer reads orders. The routes that may call the gateway are in payments. */
export const orderRoutes =
  ({ db, guards, present }: OrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/orders/me',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          summary: 'My orders of one status',
          querystring: MyOrdersQuery,
          response: { 200: MyOrderList },
        },
      },
      async (request) => present.list(await ordersOfBuyer(db, accountOf(request).id, request.query), request.query),
    )

    api.get(
      '/orders/me/last-delivery',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          summary: 'Where my last order was delivered, whatever became of it',
          response: { 200: success(LastDelivery) },
        },
      },
      async (request) => ({ data: await lastDeliveryOf(db, accountOf(request).id) }),
    )

    api.get(
      '/orders/:id',
      {
        onRequest: guards.signedIn,
        schema: { tags, summary: 'One of my orders', params: OrderPath, response: { 200: success(OrderDetail) } },
      },
      async (request) => {
        const order = await orderOfBuyer(db, accountOf(request).id, request.params.id)
        if (!order) throw new NotFound()
        return { data: present.detail(order) }
      },
    )
  }
