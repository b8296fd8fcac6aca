/** The lease of an attempt without a token: while a request has it, no other asks the gateway for the token. */
import type { Db, Tx } from '../../platform/db/db.ts'
import { isLeaseFree, leaseEnd, untilFree } from '../../platform/db/lease-time.ts'
import { tokenLeaseMs } from './insert-attempt.ts'

/**
 * The keys may have changed since the attempt was written. It gets the present ones: without a token nobody can have
 * paid it with the former ones.
 * @returns the number of the lease; undefined if another request has it, or the attempt needs no token any more
 */
export async function takeLease(
  db: Db,
  { attemptId, keySetId }: { attemptId: string; keySetId: string | null },
): Promise<number | undefined> {
  const taken = await db
    .updateTable('payment_attempts')
    .set((eb) => ({
      token_lease_number: eb('token_lease_number', '+', 1),
      token_lease_ends_at: leaseEnd(tokenLeaseMs),
      key_set_id: keySetId,
    }))
    .where('id', '=', attemptId)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .where(isLeaseFree('token_lease_ends_at', tokenLeaseMs))
    .returning('token_lease_number')
    .executeTakeFirst()
  return taken?.token_lease_number
}

export const untilLeaseEnds = (db: Db, attemptId: string): Promise<void> =>
  untilFree(() => isLeased(db, attemptId), tokenLeaseMs)

async function isLeased(db: Db, attemptId: string): Promise<boolean> {
  const leased = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .where((eb) => eb.not(isLeaseFree('token_lease_ends_at', tokenLeaseMs)))
    .executeTakeFirst()
  return leased !== undefined
}

export async function giveLeaseBack(db: Db, attemptId: string, lease: number): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ token_lease_ends_at: null })
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .where('snap_token', 'is', null)
    .execute()
}

/** @returns false if another request has taken over the lease: then the payment at the gateway belongs to it */
export async function lockLease(tx: Tx, attemptId: string, lease: number): Promise<boolean> {
  const locked = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}
