import { RefundDone, RefundList, RefundsQuery } from '@camilan/contract/refunds'
import { Message, OrderPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../../accounts/guards.ts'
import { presentRefunds } from './present.ts'
import { refundsOfState } from './queries.ts'
import { recordRefund, undoRefund } from './record-refund.ts'

const common = { tags: ['payments'], security: [{ bearer: [] }] }

/** For administrators: the refunds that are due, and those that were made. */
export const refundRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/admin/refunds',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Refunds of a state, by default those that are due',
          querystring: RefundsQuery,
          response: { 200: RefundList },
        },
      },
      async (request) => presentRefunds(await refundsOfState(db, request.query)),
    )

    api.post(
      '/admin/refunds/:id/done',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Record that a refund was made by hand',
          params: OrderPath,
          body: RefundDone,
          response: { 200: Message },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const refund = { id: request.params.id, note: request.body.note }
        await recordRefund(db, accountOf(request), refund, clock())
        return { message: 'Pengembalian dana dicatat' }
      },
    )

    api.post(
      '/admin/refunds/:id/undo',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Take back the record of a refund by hand: it is due again',
          params: OrderPath,
          response: { 200: Message },
        },
      },
      async (request) => {
        await undoRefund(db, accountOf(request), request.params.id, clock())
        return { message: 'Dana ini perlu dikembalikan lagi' }
      },
    )
  }
