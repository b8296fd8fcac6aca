import {
  CheckedMatter,
  MoneyList,
  type MoneyMatter,
  MoneyNote,
  MoneyQuery,
  PaymentAssignment,
  UnmatchedPath,
} from '@camilan/contract/money'
import { Message } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import type { PaymentDeps } from '../deps.ts'
import { assignPayment } from './assign-payment.ts'
import { markMatter, unmarkMatter } from './mark-matter.ts'
import { countMatters, type MatterRow, moneyMatters } from './matters.ts'
import { unassignPayment } from './unassign-payment.ts'

interface MoneyRoutesDeps extends Pick<RouteDeps, 'guards'> {
  payments: PaymentDeps
}

const common = { tags: ['payments'] }

/** For administrators: the money that they have to look at, until they have dealt with it. */
export const moneyRoutes =
  ({ payments, guards }: MoneyRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = payments
    api.get(
      '/admin/money',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Money that an administrator has to look at',
          querystring: MoneyQuery,
          response: { 200: MoneyList },
        },
      },
      async (request) => ({
        data: (await moneyMatters(db, request.query)).map(presentMatter),
        ...(await countMatters(db)),
      }),
    )

    api.post(
      '/admin/money/:kind/:id/done',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Record that a matter of the list was dealt with',
          params: CheckedMatter,
          body: MoneyNote,
          response: { 200: Message },
        },
      },
      async (request) => {
        await markMatter(db, accountOf(request), { ...request.params, note: request.body.note }, clock())
        return { message: 'Dicatat sudah diperiksa' }
      },
    )

    api.post(
      '/admin/money/:kind/:id/undo',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'List a matter again that was recorded as dealt with',
          params: CheckedMatter,
          response: { 200: Message },
        },
      },
      async (request) => {
        await unmarkMatter(db, accountOf(request), request.params, clock())
        return { message: 'Perlu dilihat lagi' }
      },
    )
  }

/** For administrators: the order of a payment without order. */
export const unmatchedRoutes =
  ({ payments, guards }: MoneyRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = payments
    api.post(
      '/admin/money/unmatched/:id/assign',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Say to which order a payment without order belongs',
          params: UnmatchedPath,
          body: PaymentAssignment,
          response: { 200: Message },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        const { order_id: orderId, note } = request.body
        await assignPayment(payments, accountOf(request), { id: request.params.id, orderId, note })
        return { message: 'Pembayaran dicatat untuk pesanan ini' }
      },
    )

    api.post(
      '/admin/money/unmatched/:id/unassign',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Take back that a payment without order belongs to an order',
          params: UnmatchedPath,
          body: MoneyNote,
          response: { 200: Message },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        await unassignPayment(db, accountOf(request), { id: request.params.id, note: request.body.note }, clock())
        return { message: 'Pembayaran dilepas dari pesanan ini' }
      },
    )
  }

function presentMatter(row: MatterRow): MoneyMatter {
  const { order_id: id, status, buyer_name, buyer_phone, state: gateway_state, at, ...matter } = row
  const buyer = { name: buyer_name ?? '', phone: buyer_phone || null }
  const order = id === null || status === null ? null : { id, status, buyer }
  return { ...matter, order, gateway_state, at: at.toISOString() }
}
