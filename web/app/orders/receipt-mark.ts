import type { Order, OrderDetail } from '@camilan/contract/orders'
import { isHeld } from './held-order'

type Marked = Pick<OrderDetail, 'status' | 'transaction' | 'refunds'> & Pick<Order, 'payment_hold_at'>

/**
 * What a receipt says of the money of a paid order: how much of it went back and how much will; nothing of either means that
 * all is paid. Null where that can't be said: staff don't know the refunds, and a bank took the money back without them.
 */
export function receiptMark(order: Marked, role: string): { returned: number; toReturn: number } | null {
  const { paid_at, reversed_at } = order.transaction
  if (!paid_at || reversed_at || isHeld(order) || role === 'staf') return null
  const sum = (isDone: boolean) =>
    order.refunds.filter(({ state }) => (state === 'done') === isDone).reduce((total, { amount }) => total + amount, 0)
  return { returned: sum(true), toReturn: sum(false) }
}
