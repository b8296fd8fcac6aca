import { PackOrder } from '@camilan/contract/order-changes'
import { AdminOrderDetail } from '@camilan/contract/orders'
import { MadeGoods, Production } from '@camilan/contract/production'
import { PackOrders } from '@camilan/contract/ship-orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { accountOf } from '../../people/login/guards.ts'
import { type AdminOrderDeps, detailForAdmin } from '../admin-routes.ts'
import { packOrder, packOrders } from './pack-order.ts'
import { readProduction, tickMade } from './production.ts'

const tags = ['orders']

/** The seller prepares what paid orders need. */
export const packingRoutes =
  (deps: AdminOrderDeps & { imageUrl: ImageUrl }): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, guards, settings, imageUrl } = deps
    const production = () => readProduction(db, settings.current(), imageUrl, clock())
    api.put(
      '/admin/orders/:id/packed',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Mark a paid order as packed, or remove the mark',
          params: OrderPath,
          body: PackOrder,
          response: { 200: success(AdminOrderDetail) },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await packOrder(db, accountOf(request), { orderId, packed: request.body.packed }, clock())
        return { data: await detailForAdmin(deps, orderId), message: 'Tanda dikemas diperbarui' }
      },
    )

    api.put(
      '/admin/orders/packed',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Mark several paid orders as packed, or remove the marks; answers with the orders that changed',
          body: PackOrders,
          response: { 200: success(z.array(z.string())) },
        },
      },
      async (request) => ({ data: await packOrders(db, accountOf(request), request.body, clock()) }),
    )

    api.get(
      '/admin/production',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'The goods that paid orders need, by the day of handing over, or else of the order',
          response: { 200: success(Production) },
        },
      },
      async () => ({ data: await production() }),
    )

    api.put(
      '/admin/production/made',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Tick the pieces of a product that are made',
          body: MadeGoods,
          response: { 200: success(Production) },
        },
      },
      async (request) => {
        await tickMade(db, settings.current(), request.body, clock())
        return { data: await production() }
      },
    )
  }
