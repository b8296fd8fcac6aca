import type { Order } from '@camilan/contract/orders'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'

/** Marks an order in a list whose money was taken back. */
export function StoppedBadge({ order }: { order: Order }) {
  if (!isStopped(order)) return null
  return (
    <span className="inline-flex w-fit shrink-0 items-center gap-1.5 rounded-lg bg-danger-soft px-2.5 py-1 text-13 font-bold whitespace-nowrap text-danger">
      <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      Uang ditarik
    </span>
  )
}

/** The order must not be shipped: its money was taken back, and nobody has released it. */
export const isStopped = ({ payment_hold_at, status }: Pick<Order, 'payment_hold_at' | 'status'>) =>
  Boolean(payment_hold_at) && status !== 'DIBATALKAN'
