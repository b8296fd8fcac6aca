import type { Tx } from '../platform/db/db.ts'

export interface NewAttempt {
  orderId: string
  /** 1 for the order's first attempt. */
  number: number
  /** Whole rupiah. */
  amount: number
  expiresAt: Date
}

/** Write a payment attempt of an order, PENDING and without a token. The gateway is not asked. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, now: Date): Promise<void> {
  const { orderId, number, amount, expiresAt } = attempt
  await tx
    .insertInto('payment_attempts')
    .values({
      id: attemptId(orderId, number),
      order_id: orderId,
      number,
      amount,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

/** The gateway's `order_id`: the order's own id for its first attempt, then with the suffix -2, -3 and so on. */
const attemptId = (orderId: string, number: number) => (number === 1 ? orderId : `${orderId}-${number}`)
