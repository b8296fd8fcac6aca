import {
  AdminOrdersQuery,
  AdminStatusAnswer,
  AdminStatusChange,
  MyOrderList,
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
import { assertStatus } from './assert-status.ts'
import { correctShipment } from './correct-shipment.ts'
import type { OrderPresenter } from './present.ts'
import { orderForAdmin, orderOfBuyer, ordersForAdmin, ordersOfBuyer } from './queries.ts'
import { shipOrder } from './ship-order.ts'
import { shipOrders } from './ship-orders.ts'
import { undoShipment } from './undo-shipment.ts'

interface OrderDeps {
  db: Db
  clock: Clock
  guards: Guards
  present: OrderPresenter
}

const tags = ['orders']
const security = [{ bearer: [] }]

/** Reading orders, and shipping them. The routes that may call the gateway are in payments. */
export const orderRoutes =
  ({ db, clock, guards, present }: OrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    async function detailForAdmin(id: string): Promise<OrderDetail> {
      const order = await orderForAdmin(db, id)
      if (!order) throw new NotFound()
      return present.detail(order)
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
          response: { 200: MyOrderList },
        },
      },
      async (request) => present.myList(await ordersOfBuyer(db, accountOf(request).id, request.query), request.query),
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
      async (request) => {
        const order = await orderOfBuyer(db, accountOf(request).id, request.params.id)
        if (!order) throw new NotFound()
        return { data: present.detail(order) }
      },
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
      async ({ query }) => present.list(await ordersForAdmin(db, query), query),
    )

    api.get(
      '/admin/orders/:id',
      {
        onRequest: guards.admin,
        schema: { tags, security, summary: 'One order', params: OrderPath, response: { 200: success(OrderDetail) } },
      },
      async (request) => ({ data: await detailForAdmin(request.params.id) }),
    )

    api.put(
      '/admin/orders/:id/status',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          security,
          summary: 'Ship a paid order, or undo that within five minutes',
          params: OrderPath,
          body: AdminStatusChange,
          response: { 200: AdminStatusAnswer },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { status, ...shipment } = request.body
        const { id: orderId } = request.params
        const by = accountOf(request)
        if (status === 'DIKIRIM') {
          const shipping = await shipOrder(db, by, { orderId, shipment }, clock())
          const data = await detailForAdmin(orderId)
          if (shipping.outcome === 'shipped_before' && shipping.isOther) {
            return { data, message: shipping.sentence, shipped_otherwise: true }
          }
          return { data, message: 'Status pesanan diperbarui', shipped_otherwise: false }
        }
        if (status === 'DIBAYAR') await undoShipment(db, by, orderId, clock())
        else await assertStatus(db, { orderId, status })
        return { data: await detailForAdmin(orderId), message: 'Status pesanan diperbarui' }
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
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await correctShipment(db, accountOf(request), { orderId, shipment: request.body }, clock())
        return { data: await detailForAdmin(orderId), message: 'Info pengiriman diperbarui' }
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
      async (request) => ({ data: await shipOrders({ db, clock }, accountOf(request), request.body.ids) }),
    )
  }
