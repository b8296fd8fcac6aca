import type { TestUser } from './make-user.ts'
import { chance, type Random } from './payment-model-random.ts'

/** Of the only product of a round, in whole rupiah. */
export const price = 40_000
/** Of the automatic discount on goods that runs all the time. */
export const runningPercent = 10
/** Delivery and service. */
const otherCosts = 6_000

/** An order of a history, and what the API acknowledged of it. */
export interface ModelOrder {
  buyer: TestUser
  /** The seller enters it for this buyer, who has the token of its link instead of the account. Null in the shop. */
  link: { token: string } | null
  /** The idempotency key with which it is placed. */
  key: string
  pieces: number
  /** What the seller agreed. */
  agreed: number
  /** Of the goods and fees, all together. */
  discount: number
  total: number
  /** Null before it is acknowledged. */
  id: string | null
  /** The ids of its transactions at the gateway. */
  transactions: Set<string>
  /** What happened to it, for whoever looks for the cause of a difference. */
  history: string[]
  /** Who has tried to cancel it. */
  cancelledBy: Set<'customer' | 'admin'>
  isCancelled: boolean
  /** Somebody has tried to cancel it without a return of its goods. */
  mayKeepStock: boolean
  /** What an administrator's acknowledged record of cash says that came in; null without one. */
  cash: number | null
  /** The pieces that it still sends. */
  remaining: number
  /** What was promised of the money of the kept order, less what was withdrawn. */
  allowances: number
  /** A difference of it was accepted. */
  isAccepted: boolean
  /** A change of its money was not answered, so that the shop's own record says whether it was made. */
  isUncertain: boolean
  /** The ids of refunds that were recorded by hand, and of those that somebody tried to undo. */
  done: Set<string>
  undone: Set<string>
  /** The refunds that an administrator says were made, by hand or at the dashboard. */
  noted: Map<string, { attemptId: string; amount: number; key: string; way: 'hand' | 'gateway' }>
}

export function newModelOrder(buyer: TestUser, random: Random): ModelOrder {
  const isEntered = chance(random, 0.3)
  const pieces = random.of([1, 2, 3])
  const agreed = isEntered && chance(random, 0.5) ? Math.min(1 + random.below(50_000), 36_000) : 0
  const discount = (pieces * price * runningPercent) / 100 + agreed
  return {
    ...{ buyer, key: `kunci-${buyer.id}`, link: isEntered ? { token: '' } : null },
    ...{ pieces, remaining: pieces, total: pieces * price + otherCosts - discount },
    ...{ agreed, discount },
    ...{ id: null, transactions: new Set(), history: [] },
    ...{ cancelledBy: new Set(), isCancelled: false, mayKeepStock: false },
    ...{ cash: null, allowances: 0, isAccepted: false, isUncertain: false },
    ...{ done: new Set(), undone: new Set(), noted: new Map() },
  }
}
