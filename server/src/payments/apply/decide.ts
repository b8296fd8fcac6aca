import type { OrderStatus, PaymentStatus } from '@camilan/contract/orders'
import type { PaymentState } from '@camilan/midtrans/wire'

/**
 * The effect of a gateway's report on the attempt and its order:
 * - `ignore`: nothing changes
 * - `note`: store its details, such as the VA number
 * - `pay`: the money has arrived and pays the order
 * - `refund`: the money has arrived, and the order can't accept it
 * - `fail`: this attempt has ended, the order may get another
 * - `lapse`: the attempt has ended, and the order ends with it
 * - `close`: the payment is open although the order does not wait for it: cancel it at the gateway
 * - `alarm`: money that the shop had counted or expected was taken back: its order is held, the administrators are
 *   notified
 * - `restore`: money that was taken back has arrived again
 * - `surplus`: more money has arrived under an id that is paid already: it is recorded as money without an order
 * - `unclear`: the order is overdue, and the state of its payment is unknown: the administrators are notified
 */
export type Outcome =
  | 'ignore'
  | 'note'
  | 'pay'
  | 'refund'
  | 'fail'
  | 'lapse'
  | 'close'
  | 'alarm'
  | 'surplus'
  | 'restore'
  | 'unclear'

export interface Situation {
  order: OrderStatus
  attempt: PaymentStatus
  /** The order's own time is over. */
  isOverdue: boolean
  /** The buyer is replacing the attempt by another one, so its cancellation is not the order's. */
  isReplaced: boolean
  /**
   * The report is of another transaction than the last one of this attempt that the shop knows. The gateway may begin a
   * new transaction under the same id after the first has ended.
   */
  isOtherTransaction: boolean
  /** The gateway has taken back the money of this SUKSES attempt. */
  isWithdrawn?: boolean
}

const isLive = ({ order, attempt }: Situation) => order === 'DIPROSES' && attempt === 'PENDING'

/**
 * The end of a payment that is not `expired`. Some banks can reverse a settlement within minutes: the gateway then
 * reports deny or cancel.
 */
function ended(situation: Situation, outcome: Outcome): Outcome {
  if (isLive(situation)) return endedIfKnown(situation, outcome)
  return situation.attempt === 'SUKSES' && !situation.isOtherTransaction ? 'alarm' : 'ignore'
}

/**
 * The end of another transaction may be old news of an earlier one, so it is only noted. If it is the newest one, the
 * next report says the same.
 */
const endedIfKnown = ({ isOtherTransaction }: Situation, outcome: Outcome) => (isOtherTransaction ? 'note' : outcome)

const outcomes: Record<PaymentState, (situation: Situation) => Outcome> = {
  // No method is chosen yet, or the gateway does not know the payment (any more).
  absent: () => 'ignore',
  unknown: (situation) => (isLive(situation) && situation.isOverdue ? 'unclear' : 'ignore'),
  pending: (situation) => {
    if (isLive(situation)) return 'note'
    return situation.attempt === 'SUKSES' && !situation.isOtherTransaction ? 'ignore' : 'close'
  },
  settled: ({ order, attempt, isOtherTransaction, isWithdrawn = false }) => {
    if (attempt === 'SUKSES' && isOtherTransaction) return 'surplus'
    if (attempt === 'SUKSES') return isWithdrawn ? 'restore' : 'ignore'
    return order === 'DIPROSES' ? 'pay' : 'refund'
  },
  denied: (situation) => ended(situation, 'fail'),
  // A payment method may have a shorter life than the order.
  expired: (situation) => {
    if (!isLive(situation)) return 'ignore'
    return endedIfKnown(situation, situation.isOverdue ? 'lapse' : 'fail')
  },
  cancelled: (situation) => ended(situation, situation.isReplaced ? 'fail' : 'lapse'),
  // The shop has still to give back the rest of money that its order can't accept.
  'partly-refunded': ({ order, attempt }) => (attempt === 'SUKSES' || order === 'DIPROSES' ? 'alarm' : 'refund'),
  refunded: ({ order, attempt }) => (attempt === 'SUKSES' || order === 'DIPROSES' ? 'alarm' : 'ignore'),
}

/** The only place that decides the effect of a payment on its order. The result depends only on these values. */
export function decide(situation: Situation, state: PaymentState): Outcome {
  return outcomes[state](situation)
}
