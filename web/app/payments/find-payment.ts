import { Payment } from '@camilan/contract/payments'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { forgetUnpaidOrder, rememberUnpaidOrder, unpaidOrders } from '~/platform/unpaid-orders'
import type { Payable } from './use-payment'

/**
 * What pays an order: the shop is asked, as it may have replaced the token that this browser remembers.
 * Where it can't tell now, the remembered one is tried; null where there is none.
 * @throws {ApiError} the order can't be paid any more, or is none of this account
 */
export async function findPayment(orderId: string): Promise<Payable | null> {
  try {
    const { data } = await api.post(`/api/orders/${orderId}/payment`, undefined, success(Payment))
    rememberUnpaidOrder(data)
    return data
  } catch (error) {
    if (error instanceof ApiError && ['NOT_PAYABLE', 'NOT_FOUND', 'UNAUTHENTICATED'].includes(error.code)) {
      forgetUnpaidOrder(orderId)
      throw error
    }
    console.error(error)
    const remembered = unpaidOrders().find(({ order_id }) => order_id === orderId)
    return remembered ? { ...remembered, redirect_url: null } : null
  }
}
