import type { Notice } from '@camilan/contract/notifications'
import { orderChanged } from '../../people/notifications/live.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'

type RefundNotice = Extract<
  Notice,
  { kind: 'refund-promised' | 'order-lowered' | 'refund-withdrawn' | 'refund-made' | 'refund-not-made' }
>
type ToBuyer<One> = One extends RefundNotice ? Omit<One, 'to'> : never

/** Notify the buyer of an order about a refund, and refresh an open page of that order. */
export async function tellBuyer(tx: Tx, notice: ToBuyer<RefundNotice>, now: Date): Promise<void> {
  const { user_id: user, status } = await tx
    .selectFrom('orders')
    .select(['user_id', 'status'])
    .where('id', '=', notice.orderId)
    .executeTakeFirstOrThrow()
  await notify(tx, [{ ...notice, to: { user } }], now)
  await publish(tx, orderChanged(user, { order_id: notice.orderId, status }))
}
