import { DeliveryForm, OrderNote } from '@camilan/contract/order-changes'
import { AdminOrderDetail } from '@camilan/contract/orders'
import { OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf } from '../../people/login/guards.ts'
import { type AdminOrderDeps, detailForAdmin } from '../admin-routes.ts'
import { changeDelivery } from './change-delivery.ts'
import { writeNote } from './write-note.ts'

const common = { tags: ['orders'], params: OrderPath }

/** Administrators and staff change what an order says. What changes its money is in payments. */
export const orderChangeRoutes =
  (deps: AdminOrderDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, guards } = deps
    api.put(
      '/admin/orders/:id/delivery',
      {
        onRequest: guards.staff,
        schema: {
          ...common,
          summary: 'Change to whom and where an order goes, before it is shipped; its fee stays',
          body: DeliveryForm,
          response: { 200: success(AdminOrderDetail) },
          refusals: ['INVALID_TRANSITION', 'ORDER_CHANGED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        await changeDelivery(db, accountOf(request), { orderId, delivery: request.body }, clock())
        return { data: await detailForAdmin(deps, orderId), message: 'Data pengiriman diubah' }
      },
    )

    api.put(
      '/admin/orders/:id/note',
      {
        onRequest: guards.staff,
        schema: {
          ...common,
          summary: "Write the seller's own note about an order, which no buyer reads",
          body: OrderNote,
          response: { 200: success(AdminOrderDetail) },
          refusals: ['ORDER_CHANGED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        const { note = null, expected_note: expected } = request.body
        await writeNote(db, accountOf(request), { orderId, note, expected }, clock())
        return { data: await detailForAdmin(deps, orderId), message: 'Catatan tersimpan' }
      },
    )
  }
