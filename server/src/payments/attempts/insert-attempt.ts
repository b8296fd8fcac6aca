import type { HandPayment as Way } from '@camilan/contract/order-values'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { OperationNodeSource } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { leaseEnd } from '../../platform/db/lease-time.ts'
import { receivedWrite } from '../book/entries.ts'

/** Longer than one request to the gateway takes. A second question is harmless, if several requests take longer. */
export const tokenLeaseMs = 15_000
/** The number of the first lease of an order's first attempt. */
export const firstLease = 1

export interface NewAttempt {
  orderId: string
  /** 1 for the order's first attempt. */
  number: number
  /** Whole rupiah. */
  amount: number
  expiresAt: Date
  /** The keys with which the gateway is asked for its token. */
  keySetId: string | null
  /** The method that the buyer chose in the shop; null: the buyer chooses at the gateway. */
  chosenMethod: PaymentMethod | null
}

/** Write a payment attempt of an order, PENDING and without a token. The gateway is not asked. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, now: Date): Promise<void> {
  await tx.insertInto('payment_attempts').values(rowOf(attempt, now)).execute()
}

type HandPayment = Pick<NewAttempt, 'orderId' | 'number' | 'amount' | 'expiresAt'> & {
  way: Way
  /** Whole rupiah. */
  received: number
  paidAt: Date
}

/** Write a payment that an administrator received: SUKSES, and unknown to the gateway. */
export async function insertHandPayment(tx: Tx, { way, received, paidAt, ...attempt }: HandPayment, now: Date) {
  const row = {
    ...rowOf({ ...attempt, keySetId: null, chosenMethod: null }, now),
    status: 'SUKSES' as const,
    paid_at: paidAt,
    by_hand: way,
    received_amount: received === attempt.amount ? null : received,
  }
  await tx.insertInto('payment_attempts').values(row).execute()
  await receivedWrite(row).execute(tx)
}

/**
 * The write of an order's first attempt. The caller already has its lease, and asks the gateway for its token after the
 * commit, with `openNewPayment`.
 */
export function firstAttemptWrite(tx: Tx, attempt: Omit<NewAttempt, 'number'>, now: Date): OperationNodeSource {
  return tx.insertInto('payment_attempts').values({
    ...rowOf({ ...attempt, number: 1 }, now),
    token_lease_number: firstLease,
    token_lease_ends_at: leaseEnd(tokenLeaseMs),
  })
}

const rowOf = ({ orderId, number, amount, expiresAt, keySetId, chosenMethod }: NewAttempt, now: Date) => ({
  id: attemptId(orderId, number),
  order_id: orderId,
  number,
  amount,
  created_at: now,
  expires_at: expiresAt,
  key_set_id: keySetId,
  chosen_method: chosenMethod,
})

/** The gateway's `order_id`: the order's own id for its first attempt, then with the suffix -2, -3 and so on. */
const attemptId = (orderId: string, number: number) => (number === 1 ? orderId : `${orderId}-${number}`)
