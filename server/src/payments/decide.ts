import type { OrderStatus, PaymentStatus } from '@camilan/contract/orders'
import type { PaymentState } from './gateway-wire.ts'

/**
 * The effect of a gateway's report on the attempt and its order:
 * - `ignore`: nothing changes
 * - `note`: store its details (the VA number)
 * - `pay`: the money has arrived and pays the order
 * - `refund`: the money has arrived, and the order can't accept it
 * - `fail`: this attempt has ended, the order may get another
 * - `lapse`: the attempt has ended, and the order ends with it
 * - `close`: the payment is open although the order does not wait for it: cancel it at the gateway
 * - `alarm`: money that the shop had counted or expected was taken back: the administrators are notified
 * - `unclear`: the order is overdue, and the state of its payment is unknown: the administrators are notified
 */
export type Outcome = 'ignore' | 'note' | 'pay' | 'refund' | 'fail' | 'lapse' | 'close' | 'alarm' | 'unclear'

export interface Situation {
  order: OrderStatus
  attempt: PaymentStatus
  /** The order's own time is over. */
  isOverdue: boolean
}

const isLive = ({ order, attempt }: Situation) => order === 'DIPROSES' && attempt === 'PENDING'

/** Some banks can reverse a settlement within minutes: the gateway then reports deny or cancel. */
const alarmIfPaid = ({ attempt }: Situation) => (attempt === 'SUKSES' ? 'alarm' : 'ignore')

const outcomes: Record<PaymentState, (situation: Situation) => Outcome> = {
  // No method is chosen yet, or the gateway does not know the payment (any more).
  absent: () => 'ignore',
  unknown: (situation) => (isLive(situation) && situation.isOverdue ? 'unclear' : 'ignore'),
  pending: (situation) => {
    if (isLive(situation)) return 'note'
    return situation.attempt === 'SUKSES' ? 'ignore' : 'close'
  },
  settled: ({ order, attempt }) => {
    if (attempt === 'SUKSES') return 'ignore'
    return order === 'DIPROSES' ? 'pay' : 'refund'
  },
  denied: (situation) => (isLive(situation) ? 'fail' : alarmIfPaid(situation)),
  // A payment method may have a shorter life than the order.
  expired: (situation) => {
    if (!isLive(situation)) return 'ignore'
    return situation.isOverdue ? 'lapse' : 'fail'
  },
  cancelled: (situation) => (isLive(situation) ? 'lapse' : alarmIfPaid(situation)),
  refunded: ({ order, attempt }) => (attempt === 'SUKSES' || order === 'DIPROSES' ? 'alarm' : 'ignore'),
}

/** The only place that decides the effect of a payment on its order. The result depends only on these values. */
export function decide(situation: Situation, state: PaymentState): Outcome {
  return outcomes[state](situation)
}
