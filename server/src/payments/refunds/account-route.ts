import { OrderDetail } from '@camilan/contract/orders'
import { RefundAccount } from '@camilan/contract/refunds'
import { Message, OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../../accounts/guards.ts'
import type { BuyerOrderPresenter } from '../../orders/present.ts'
import { orderOfBuyer } from '../../orders/queries.ts'
import { NotFound } from '../../platform/errors.ts'
import { type AccountDeps, setRefundAccount } from './refund-account.ts'

interface AccountRouteDeps extends AccountDeps {
  guards: Guards
  present: BuyerOrderPresenter
}

/** A buyer gives the bank account for a refund; for an order without an account an administrator does. */
export const accountRoute =
  ({ guards, present, ...deps }: AccountRouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      '/orders/:id/refund-account',
      {
        onRequest: guards.signedIn,
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Give the bank account to which the money of an order goes back',
          params: OrderPath,
          body: RefundAccount,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const [buyer, orderId] = [accountOf(request), request.params.id]
        await setRefundAccount(deps, { buyerId: buyer.id }, { orderId, account: request.body })
        const order = await orderOfBuyer(deps.db, buyer.id, orderId)
        if (!order) throw new NotFound()
        return { data: present.detail(order), message: 'Rekening tersimpan' }
      },
    )

    api.put(
      '/admin/orders/:id/refund-account',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['orders', 'payments'],
          summary: 'Give the bank account for a refund of an order that has no account',
          params: OrderPath,
          body: RefundAccount,
          response: { 200: Message },
          refusals: ['INVALID_TRANSITION'],
        },
      },
      async (request) => {
        await setRefundAccount(deps, accountOf(request), { orderId: request.params.id, account: request.body })
        return { message: 'Rekening tersimpan' }
      },
    )
  }
