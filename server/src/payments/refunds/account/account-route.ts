import { OrderDetail } from '@camilan/contract/orders'
import { RefundAccountForm } from '@camilan/contract/refunds'
import { Message, OrderPath, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { BuyerOrderPresenter } from '../../../orders/present.ts'
import { orderOfBuyer } from '../../../orders/queries.ts'
import { accountOf, type Guards } from '../../../people/login/guards.ts'
import { clientOf } from '../../../people/users/limits.ts'
import { NotFound } from '../../../platform/errors.ts'
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
          body: RefundAccountForm,
          response: { 200: success(OrderDetail) },
          refusals: ['INVALID_TRANSITION', 'WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const { id: orderId } = request.params
        const buyer = { ...accountOf(request), ...clientOf(request) }
        await setRefundAccount(deps, buyer, { orderId, as: 'buyer', form: request.body })
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
          body: RefundAccountForm,
          response: { 200: Message },
          refusals: ['INVALID_TRANSITION', 'WRONG_PASSWORD', 'RATE_LIMITED'],
        },
      },
      async (request) => {
        const by = { ...accountOf(request), ...clientOf(request) }
        await setRefundAccount(deps, by, { orderId: request.params.id, as: 'administrator', form: request.body })
        return { message: 'Rekening tersimpan' }
      },
    )
  }
