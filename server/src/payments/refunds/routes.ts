import {
  Refund,
  RefundAllowance,
  RefundDone,
  RefundExplained,
  RefundList,
  RefundSending,
  RefundsQuery,
} from '@camilan/contract/refunds'
import { Message, OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards, ofOwnAccount } from '../../people/login/guards.ts'
import { clientOf, type Limits } from '../../people/users/limits.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { withdrawAllowance } from './allowance.ts'
import { acceptDue, allowOutside, joinWithHand } from './explain-refund.ts'
import { presentRefund } from './present.ts'
import { listedRefund, refundsOfState } from './queries.ts'
import { recordRefund, undoRefund } from './record-refund.ts'
import { type SendDeps, sendRefund } from './sending/send-refund.ts'

interface RefundRoutesDeps {
  payments: SendDeps
  guards: Guards
  limits: Limits
  sealer: Sealer
}

const common = { tags: ['payments'] }

/** What an administrator says of a refund, with a note. */
const noted = [
  {
    verb: 'join',
    summary: 'A refund at the gateway’s dashboard is the one that was recorded by hand',
    act: joinWithHand,
    body: RefundExplained,
    message: 'Dicatat sebagai satu pengembalian',
  },
  {
    verb: 'allow',
    summary: 'A refund at the gateway’s dashboard was meant: a part of the order’s money goes back',
    act: allowOutside,
    body: RefundAllowance,
    message: 'Pengembalian disetujui',
  },
  {
    verb: 'accept',
    summary: 'The buyer does not want what is due: the difference is accepted',
    act: acceptDue,
    body: RefundExplained,
    message: 'Selisih diterima',
  },
]

const withoutNote = [
  {
    verb: 'undo',
    summary: 'A refund was not made, as Midtrans’s dashboard says of a stuck one: it is due again',
    act: undoRefund,
    message: 'Dana ini perlu dikembalikan lagi',
  },
  {
    verb: 'withdraw',
    summary: 'Withdraw a part refund that is due',
    act: withdrawAllowance,
    message: 'Pengembalian dibatalkan',
  },
]

/** For administrators: the refunds that are due, and those that were made. */
export const refundRoutes =
  ({ payments, guards, limits, sealer }: RefundRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = payments
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
      async (request) => {
        const { rows, total } = await refundsOfState(db, request.query)
        return { data: rows.map((row) => presentRefund(row, sealer, clock())), total }
      },
    )

    api.post(
      '/admin/refunds/:id/send',
      {
        onRequest: [guards.admin, ofOwnAccount],
        schema: {
          ...common,
          summary: 'Have the gateway refund a payment; `state` and `refused` say what became of it',
          params: OrderPath,
          body: RefundSending,
          response: { 200: success(Refund) },
          refusals: ['INVALID_TRANSITION', 'WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const sending = { id: request.params.id, password: request.body.current_password }
        const by = { ...accountOf(request), ...clientOf(request) }
        const id = await sendRefund({ ...payments, limits }, by, sending)
        return { data: presentRefund(await listedRefund(db, id), sealer, clock()) }
      },
    )

    const ofRefund = {
      ...common,
      params: OrderPath,
      response: { 200: Message },
      refusals: ['INVALID_TRANSITION'] as const,
    }
    const summary = 'Record that a refund was made by hand, or that Midtrans’s dashboard shows a stuck one'
    api.post(
      '/admin/refunds/:id/done',
      { onRequest: guards.admin, schema: { ...ofRefund, summary, body: RefundDone } },
      async (request) => {
        const record = { id: request.params.id, note: request.body.note ?? null }
        await recordRefund(db, accountOf(request), record, clock())
        return { message: 'Pengembalian dana dicatat' }
      },
    )
    for (const { verb, summary, act, body, message } of noted) {
      const schema = { ...ofRefund, summary, body }
      api.post(`/admin/refunds/:id/${verb}`, { onRequest: guards.admin, schema }, async (request) => {
        await act(db, accountOf(request), { id: request.params.id, note: request.body.note }, clock())
        return { message }
      })
    }
    for (const { verb, summary, act, message } of withoutNote) {
      const schema = { ...ofRefund, summary }
      api.post(`/admin/refunds/:id/${verb}`, { onRequest: guards.admin, schema }, async (request) => {
        await act(db, accountOf(request), request.params.id, clock())
        return { message }
      })
    }
  }
