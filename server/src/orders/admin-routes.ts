import { ReleaseOrder } from '@camilan/contract/order-changes'
import {
  AdminOrderDetail,
  AdminOrderList,
  AdminOrdersQuery,
  AdminStatusAnswer,
  AdminStatusChange,
  type OrderDetail,
  ShipmentForm,
} from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Administrator } from '../people/audit/record-change.ts'
import { accountOf, type Guards } from '../people/login/guards.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { ordersForAdmin } from './admin-orders.ts'
import { assertStatus } from './change/assert-status.ts'
import { releaseOrder } from './change/release-payment-hold.ts'
import type { AdminOrderPresenter } from './present.ts'
import { orderForAdmin } from './queries.ts'
import { isDueBy } from './seller-days.ts'
import { correctShipment } from './shipping/correct-shipment.ts'
import { shipOrder } from './shipping/ship-order.ts'
import { undoShipment } from './shipping/undo-shipment.ts'

export interface AdminOrderDeps {
  db: Db
  clock: Clock
  guards: Guards
  present: AdminOrderPresenter
  settings: Pick<Settings, 'current'>
}

const tags = ['orders']

/** Administrators and staff read orders. */
export const adminOrderRoutes =
  (deps: AdminOrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, guards, present, settings } = deps
    api.get(
      '/admin/orders',
      {
        onRequest: guards.staff,
        schema: { tags, summary: 'All orders', querystring: AdminOrdersQuery, response: { 200: AdminOrderList } },
      },
      async ({ query }) => {
        const due = isDueBy(settings.current(), query.handover, clock())
        return present.list(await ordersForAdmin(db, { ...query, due }), query)
      },
    )

    api.get(
      '/admin/orders/:id',
      {
        onRequest: guards.staff,
        schema: { tags, summary: 'One order', params: OrderPath, response: { 200: success(AdminOrderDetail) } },
      },
      async (request) => ({ data: await detailForAdmin(deps, request.params.id) }),
    )
  }

/** Administrators and staff ship orders. The routes that may call the gateway are in payments. */
export const shippingRoutes =
  (deps: AdminOrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, guards } = deps
    api.put(
      '/admin/orders/:id/status',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Ship a paid order, or undo that within five minutes',
          params: OrderPath,
          body: AdminStatusChange,
          response: { 200: AdminStatusAnswer },
          refusals: ['INVALID_TRANSITION', 'PAYMENT_WITHDRAWN'],
        },
      },
      (request) => changeStatus(deps, accountOf(request), { orderId: request.params.id, change: request.body }),
    )

    api.put(
      '/admin/orders/:id/shipment',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Change the courier and tracking number of a shipped order',
          params: OrderPath,
          body: ShipmentForm,
          response: { 200: success(AdminOrderDetail) },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await correctShipment(db, accountOf(request), { orderId, shipment: request.body }, clock())
        return { data: await detailForAdmin(deps, orderId), message: 'Info pengiriman diperbarui' }
      },
    )

    api.post(
      '/admin/orders/:id/release',
      {
        onRequest: guards.admin,
        schema: {
          tags,
          summary: 'Release an order whose money was taken back, so that it can be shipped',
          params: OrderPath,
          body: z.nullish(ReleaseOrder),
          response: { 200: success(AdminOrderDetail) },
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await releaseOrder(db, accountOf(request), { orderId, note: request.body?.note ?? null }, clock())
        return { data: await detailForAdmin(deps, orderId), message: 'Pesanan tidak ditahan lagi' }
      },
    )
  }

export async function detailForAdmin(
  { db, present }: Pick<AdminOrderDeps, 'db' | 'present'>,
  id: string,
): Promise<OrderDetail> {
  const order = await orderForAdmin(db, id)
  if (!order) throw new NotFound()
  return present.detail(order)
}

async function changeStatus(
  deps: AdminOrderDeps,
  by: Administrator,
  { orderId, change: { status, ...shipment } }: { orderId: string; change: AdminStatusChange },
): Promise<AdminStatusAnswer> {
  const { db, clock } = deps
  if (status === 'DIKIRIM') {
    const shipping = await shipOrder(db, by, { orderId, shipment }, clock())
    const data = await detailForAdmin(deps, orderId)
    if (shipping.outcome === 'shipped_before' && shipping.isOther) {
      return { data, message: shipping.sentence, shipped_otherwise: true }
    }
    return { data, message: 'Status pesanan diperbarui', shipped_otherwise: false }
  }
  if (status === 'DIBAYAR') await undoShipment(db, by, orderId, clock())
  else await assertStatus(db, { orderId, status })
  return { data: await detailForAdmin(deps, orderId), message: 'Status pesanan diperbarui' }
}
