import { Customer, CustomerNote, CustomerQuery } from '@camilan/contract/reports'
import { Message, OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AdminOrderPresenter } from '../../orders/present.ts'
import type { RouteDeps } from '../../people/login/guards.ts'
import { writeNote } from './customer-notes.ts'
import { readCustomer } from './read-customer.ts'

export const customerRoutes =
  ({
    db,
    guards,
    present,
  }: Pick<RouteDeps, 'db' | 'guards'> & { present: AdminOrderPresenter }): FastifyPluginAsyncZod =>
  async (api) => {
    const common = { tags: ['reports'] }

    api.get(
      '/admin/customers/:id',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'A buyer with their orders, by the id of an account or of an order',
          params: OrderPath,
          querystring: CustomerQuery,
          response: { 200: success(Customer) },
        },
      },
      async ({ params, query }) => {
        const { customer, orders, samePhone } = await readCustomer(db, params.id, query)
        const { first_order_at, last_order_at, ...sums } = customer
        return {
          data: {
            ...sums,
            first_order_at: first_order_at?.toISOString() ?? null,
            last_order_at: last_order_at?.toISOString() ?? null,
            orders: present.list({ ...orders, counts: null }, query),
            same_phone: { total: samePhone.total, orders: present.orders(samePhone.rows) },
          },
        }
      },
    )

    api.put(
      '/admin/customers/:id/note',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Write the note and the tags of a buyer',
          params: OrderPath,
          body: CustomerNote,
          response: { 200: Message },
        },
      },
      async ({ params, body }) => {
        await writeNote(db, params.id, body)
        return { message: 'Tersimpan' }
      },
    )
  }
