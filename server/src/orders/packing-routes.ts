import { PackOrder } from '@camilan/contract/order-changes'
import { AdminOrderDetail } from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf } from '../accounts/guards.ts'
import { type AdminOrderDeps, detailForAdmin } from './admin-routes.ts'
import { packOrder } from './pack-order.ts'

const tags = ['orders']
const security = [{ bearer: [] }]

/** An administrator prepares what paid orders need. */
export const packingRoutes =
  (deps: AdminOrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, guards } = deps
    api.put(
      '/admin/orders/:id/packed',
      {
        onRequest: guards.staff,
        schema: {
          tags,
          security,
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
  }
