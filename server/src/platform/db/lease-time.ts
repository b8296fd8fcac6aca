/**
 * Leases end by the clock of the database, because the clocks of processes differ. A lease that ends later than its length
 * from now was taken before the clock was set back, and counts as ended.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

export const leaseEnd = (lengthMs: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + ${lengthMs} * interval '1 millisecond'`

/** @param endsAt  the column with the end of the lease; null if it was never taken or was given back */
export function isLeaseFree(endsAt: string, lengthMs: number): RawBuilder<boolean> {
  const end = sql.ref(endsAt)
  return sql<boolean>`(${end} is null or ${end} <= clock_timestamp() or ${end} > ${leaseEnd(lengthMs)})`
}

const pollMs = 100

/** Wait while another request has the lease, at most as long as a lease lasts. */
export async function untilFree(isLeased: () => Promise<boolean>, lengthMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < lengthMs; waitedMs += pollMs) {
    if (!(await isLeased())) return
    await wait(pollMs)
  }
}
