import { ShipOrders, ShippingResult, UndoingResult, UndoShipments } from '@camilan/contract/ship-orders'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type Guards } from '../../people/login/guards.ts'
import { type ShipDeps, shipOrders, undoShipments } from './ship-orders.ts'

const tags = ['orders']

/** An administrator ships many orders at once, and undoes that. */
export const batchShippingRoutes =
  (deps: ShipDeps & { guards: Guards }): FastifyPluginAsyncZod =>
  async (api) => {
    const { guards } = deps
    api.post(
      '/admin/orders/ship',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Ship several paid orders, each by itself',
          body: ShipOrders,
          response: { 200: success(z.array(ShippingResult)) },
        },
      },
      async (request) => ({
        data: await shipOrders(deps, accountOf(request), request.body.orders),
      }),
    )

    api.post(
      '/admin/orders/undo-shipments',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          summary: 'Undo several shipments within five minutes, each by itself',
          body: UndoShipments,
          response: { 200: success(z.array(UndoingResult)) },
        },
      },
      async (request) => ({ data: await undoShipments(deps, accountOf(request), request.body.ids) }),
    )
  }
