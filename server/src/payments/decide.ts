import type { OrderStatus, PaymentStatus } from '@camilan/contract/orders'
import type { PaymentState } from './gateway-wire.ts'

/**
 * What a report of the gateway means for the attempt and its order:
 * - `ignore`: nothing new
 * - `note`: keep what it tells (the VA number)
 * - `pay`: the money is there and the order takes it
 * - `refund`: the money is there and the order can't take it
 * - `fail`: this attempt is over, the order may try another
 * - `lapse`: the attempt is over, and the order with it
 * - `close`: a payment is open that nobody waits for: cancel it at the gateway
 * - `alarm`: money went back that we counted, or still waited for: a person must look
 */
export type Outcome = 'ignore' | 'note' | 'pay' | 'refund' | 'fail' | 'lapse' | 'close' | 'alarm'

interface Situation {
  order: OrderStatus
  attempt: PaymentStatus
}

const isLive = ({ order, attempt }: Situation) => order === 'DIPROSES' && attempt === 'PENDING'

/** A settlement can be taken back within minutes by some banks: the gateway then says deny or cancel. */
const unlessCounted = ({ attempt }: Situation) => (attempt === 'SUKSES' ? 'alarm' : 'ignore')

const outcomes: Record<PaymentState, (situation: Situation) => Outcome> = {
  // No method chosen yet, or the gateway does not know (any more): no news.
  absent: () => 'ignore',
  unknown: () => 'ignore',
  pending: (situation) => {
    if (isLive(situation)) return 'note'
    return situation.attempt === 'SUKSES' ? 'ignore' : 'close'
  },
  settled: ({ order, attempt }) => {
    if (attempt === 'SUKSES') return 'ignore'
    return order === 'DIPROSES' ? 'pay' : 'refund'
  },
  denied: (situation) => (isLive(situation) ? 'fail' : unlessCounted(situation)),
  expired: (situation) => (isLive(situation) ? 'lapse' : 'ignore'),
  cancelled: (situation) => (isLive(situation) ? 'lapse' : unlessCounted(situation)),
  refunded: ({ order, attempt }) => (attempt === 'SUKSES' || order === 'DIPROSES' ? 'alarm' : 'ignore'),
}

/** The whole of what a payment may do to an order. It depends on nothing but these three. */
export function decide(order: OrderStatus, attempt: PaymentStatus, state: PaymentState): Outcome {
  return outcomes[state]({ order, attempt })
}
