import { RefundDone, RefundList, RefundsQuery } from '@camilan/contract/refunds'
import { Message, OrderPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../accounts/guards.ts'
import { presentRefunds } from './present.ts'
import { dueRefunds } from './queries.ts'
import { recordRefund } from './record-refund.ts'

const common = { tags: ['payments'], security: [{ bearer: [] }] }

/** For administrators: the payments whose refund is due. */
export const refundRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/admin/refunds',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Payments whose refund is due',
          querystring: RefundsQuery,
          response: { 200: RefundList },
        },
      },
      async (request) => presentRefunds(await dueRefunds(db, request.query.limit)),
    )

    api.post(
      '/admin/refunds/:id/done',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Record that a payment was refunded',
          params: OrderPath,
          body: RefundDone,
          response: { 200: Message },
        },
      },
      async (request) => {
        const refund = { attemptId: request.params.id, note: request.body.note }
        await recordRefund(db, accountOf(request), refund, clock())
        return { message: 'Pengembalian dana dicatat' }
      },
    )
  }
