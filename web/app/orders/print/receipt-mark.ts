import type { OrderDetail } from '@camilan/contract/orders'

/**
 * What a receipt says of the money of a paid order: how much of it went back and how much will; nothing of either means that
 * all is paid. A second payment that goes back is not the order's. Null where that can't be said: staff don't know the refunds,
 * and a bank takes money back without them.
 */
export function receiptMark(
  { transaction, refunds }: Pick<OrderDetail, 'transaction' | 'refunds'>,
  role: string,
): { returned: number; toReturn: number } | null {
  if (!transaction.is_settled || role === 'staf') return null
  const sum = (isDone: boolean) =>
    refunds
      .filter(({ state, reason }) => (state === 'done') === isDone && reason !== 'PAID_TWICE')
      .reduce((total, { amount }) => total + amount, 0)
  return { returned: sum(true), toReturn: sum(false) }
}
