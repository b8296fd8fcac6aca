import {
  AdminOrdersQuery,
  AdminStatusChange,
  MyOrdersQuery,
  OrderDetail,
  OrderList,
  ShipmentForm,
  ShipOrders,
  ShippingResult,
} from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { correctShipment } from './correct-shipment.ts'
import { allOrders, findOrder, myOrders } from './queries.ts'
import { shipOrder } from './ship-order.ts'
import { shipOrders } from './ship-orders.ts'

interface OrderDeps {
  db: Db
  clock: Clock
  guards: Guards
  publicUrl: string
}

const tags = ['orders']
const security = [{ bearer: [] }]

/** Reading orders, and shipping them. What may ask the gateway is in payments. */
export const orderRoutes =
  ({ db, clock, guards, publicUrl }: OrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    async function orderOf(id: string, userId: string | null): Promise<OrderDetail> {
      const order = await findOrder(db, id, userId, publicUrl)
      if (!order) throw new NotFound()
      return order
    }

    api.get(
      '/orders/me',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'My orders of one status',
          querystring: MyOrdersQuery,
          response: { 200: OrderList },
        },
      },
      (request) => myOrders(db, accountOf(request).id, request.query, publicUrl),
    )

    api.get(
      '/orders/:id',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'One of my orders',
          params: OrderPath,
          response: { 200: success(OrderDetail) },
        },
      },
      async (request) => ({ data: await orderOf(request.params.id, accountOf(request).id) }),
    )

    api.get(
      '/admin/orders',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          security,
          summary: 'All orders',
          querystring: AdminOrdersQuery,
          response: { 200: OrderList },
        },
      },
      (request) => allOrders(db, request.query, publicUrl),
    )

    api.get(
      '/admin/orders/:id',
      {
        onRequest: guards.admin,
        schema: { tags, security, summary: 'One order', params: OrderPath, response: { 200: success(OrderDetail) } },
      },
      async (request) => ({ data: await orderOf(request.params.id, null) }),
    )

    api.put(
      '/admin/orders/:id/status',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          security,
          summary: 'Ship a paid order, or take that back within five minutes',
          params: OrderPath,
          body: AdminStatusChange,
          response: { 200: success(OrderDetail) },
        },
      },
      async (request) => {
        await shipOrder(db, request.params.id, request.body, accountOf(request), clock())
        return { data: await orderOf(request.params.id, null), message: 'Status pesanan diperbarui' }
      },
    )

    api.put(
      '/admin/orders/:id/shipment',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          security,
          summary: 'Change the courier and tracking number of a shipped order',
          params: OrderPath,
          body: ShipmentForm,
          response: { 200: success(OrderDetail) },
        },
      },
      async (request) => {
        await correctShipment(db, request.params.id, request.body, accountOf(request), clock())
        return { data: await orderOf(request.params.id, null), message: 'Info pengiriman diperbarui' }
      },
    )

    api.post(
      '/admin/orders/ship',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          security,
          summary: 'Ship several paid orders, each by itself',
          body: ShipOrders,
          response: { 200: success(z.array(ShippingResult)) },
        },
      },
      async (request) => ({ data: await shipOrders(db, request.body.ids, accountOf(request), clock) }),
    )
  }
