import type { OrderStatus, PaymentStatus } from '@camilan/contract/orders'
import type { PaymentState } from '@camilan/midtrans/wire'

/**
 * What a gateway's report changes:
 * - `store-details`: such as the VA number
 * - `pay-order`: the money has arrived and pays the order
 * - `receive`: the money has arrived, and the attempt is paid
 * - `promise`: the order can't accept the money, so it is promised to the buyer
 * - `book-received`, `book-given-back`: the money had come and gone before the shop knew, so that the attempt pays nothing
 * - `give-back`: refunds that the report names were made
 * - `take-back`: the gateway took the money back, and the order that it pays is stopped
 * - `restore`: money that was taken back has arrived again
 * - `end-attempt`: no money comes by this attempt, the order may get another
 * - `cancel-order`: the attempt ends, and the order is cancelled with it
 * - `close-at-gateway`: the payment is open although no order waits for it
 * - `record-without-order`: more money has arrived under an id that is paid already
 * - `tell-unclear`: the order is overdue and the state of its payment unknown, which only a person can end
 */
export type Effect =
  | 'store-details'
  | 'pay-order'
  | 'receive'
  | 'promise'
  | 'book-received'
  | 'book-given-back'
  | 'give-back'
  | 'take-back'
  | 'restore'
  | 'end-attempt'
  | 'cancel-order'
  | 'close-at-gateway'
  | 'record-without-order'
  | 'tell-unclear'

/** The effects of each outcome, in the sequence in which they are written, in one transaction. */
export const effectsOf = {
  ignore: [],
  note: ['store-details'],
  pay: ['pay-order'],
  'pay-in-part': ['pay-order', 'give-back'],
  refund: ['receive', 'promise'],
  'refund-in-part': ['receive', 'give-back', 'promise'],
  'came-and-went-back': ['book-received', 'book-given-back', 'end-attempt'],
  'came-and-was-taken': ['book-received', 'take-back', 'end-attempt'],
  fail: ['end-attempt'],
  cancel: ['cancel-order'],
  close: ['store-details', 'close-at-gateway'],
  'give-back': ['give-back'],
  'take-back': ['take-back'],
  restore: ['restore'],
  'restore-in-part': ['restore', 'give-back'],
  surplus: ['record-without-order'],
  unclear: ['tell-unclear'],
} as const satisfies Record<string, readonly Effect[]>

export type Outcome = keyof typeof effectsOf

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
  isTakenBack?: boolean
  /** The gateway names more money of this transaction than was received, and the attempt pays no order. */
  isMore?: boolean
}

const isLive = ({ order, attempt }: Situation) => order === 'DIPROSES' && attempt === 'PENDING'

/**
 * The end of a payment that is not `expired`. Some banks can reverse a settlement within minutes: the gateway then
 * reports deny or cancel.
 */
function ended(situation: Situation, outcome: Outcome): Outcome {
  if (isLive(situation)) return endedIfKnown(situation, outcome)
  return situation.attempt === 'SUKSES' && !situation.isOtherTransaction ? 'take-back' : 'ignore'
}

/**
 * The end of another transaction may be old news of an earlier one, so it is only noted. If it is the newest one, the
 * next report says the same.
 */
const endedIfKnown = ({ isOtherTransaction }: Situation, outcome: Outcome) => (isOtherTransaction ? 'note' : outcome)

/** Money of a payment went back. As its first news it says two things, of which `asFirst` has both; so it does after a taking back. */
function went({ attempt, isTakenBack = false }: Situation, asFirst: Outcome): Outcome {
  if (attempt !== 'SUKSES') return asFirst
  return isTakenBack ? 'restore-in-part' : 'give-back'
}

const goneInPart = ({ order }: Situation) => (order === 'DIPROSES' ? 'pay-in-part' : 'refund-in-part')

const outcomes: Record<PaymentState, (situation: Situation) => Outcome> = {
  // No method is chosen yet, or the gateway does not know the payment (any more).
  absent: () => 'ignore',
  unknown: (situation) => (isLive(situation) && situation.isOverdue ? 'unclear' : 'ignore'),
  pending: (situation) => {
    if (isLive(situation)) return 'note'
    return situation.attempt === 'SUKSES' && !situation.isOtherTransaction ? 'ignore' : 'close'
  },
  settled: ({ order, attempt, isOtherTransaction, isTakenBack = false, isMore = false }) => {
    if (attempt === 'SUKSES' && isOtherTransaction) return 'surplus'
    if (attempt === 'SUKSES' && isTakenBack) return 'restore'
    if (attempt === 'SUKSES') return isMore ? 'refund' : 'ignore'
    return order === 'DIPROSES' ? 'pay' : 'refund'
  },
  denied: (situation) => ended(situation, 'fail'),
  // A payment method may have a shorter life than the order.
  expired: (situation) => {
    if (!isLive(situation)) return 'ignore'
    return endedIfKnown(situation, situation.isOverdue ? 'cancel' : 'fail')
  },
  cancelled: (situation) => ended(situation, situation.isReplaced ? 'fail' : 'cancel'),
  'partly-refunded': (situation) => went(situation, goneInPart(situation)),
  refunded: (situation) => went(situation, 'came-and-went-back'),
  // A chargeback in part is no entry until a person decides, so money that was taken back has not come again by it.
  'partly-charged-back': (situation) => went({ ...situation, isTakenBack: false }, goneInPart(situation)),
  'charged-back': ({ attempt }) => (attempt === 'SUKSES' ? 'take-back' : 'came-and-was-taken'),
}

/** The only place that decides the effect of a payment on its order. The result depends only on these values. */
export function decide(situation: Situation, state: PaymentState): Outcome {
  return outcomes[state](situation)
}
