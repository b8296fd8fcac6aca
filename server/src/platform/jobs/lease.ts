import { sql } from 'kysely'
import { type Db, fenced } from '../db/db.ts'
import { isLeaseFree, leaseEnd } from '../db/lease-time.ts'

/** The time for which a process that died or stands still keeps its leases. */
export const defaultLeaseMs = 20_000

/** Another process has the lease now, so nothing was written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

interface Lease {
  name: string
  number: number
}

interface LeaseOptions {
  name: string
  leaseMs?: number
  /** The lease is not taken before the moment that the last holder has named, unless that is further away than this. */
  dueWithinMs?: number
  /** The time from the end of `work` until the lease is due again. */
  pauseMs?: () => number
}

/**
 * Run `work` while this process holds the lease of that name. No other process on the database can hold it meanwhile. It is
 * renewed until `work` has ended. If the process stands still for longer than the lease, another one takes the lease over.
 * From then on every write by the `db` given to `work` throws LeaseLost, and its signal aborts.
 * @returns false if another process holds the lease, or it is not due; `work` does not run then
 */
export async function withLease(
  db: Db,
  { name, leaseMs = defaultLeaseMs, dueWithinMs = 0, pauseMs = () => 0 }: LeaseOptions,
  work: (db: Db, signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lease = await takeLease(db, { name, leaseMs, dueWithinMs })
  if (!lease) return false
  const lost = new AbortController()
  const renewal = setInterval(async () => {
    const isOurs = await renewLease(db, lease, leaseMs).catch(() => true) // not known: the next renewal may succeed
    if (!isOurs) lost.abort()
  }, leaseMs / 4)
  const fencedDb = fenced(db, async (query) => {
    // Until the transaction ends, the lock delays a take-over. The next holder then reads complete rows.
    const { rows } = await query('select from leases where name = $1 and number = $2 for key share', [
      lease.name,
      lease.number,
    ])
    if (rows.length > 0) return
    lost.abort()
    throw new LeaseLost(`another process has taken over: ${name}`)
  })
  try {
    await work(fencedDb, lost.signal)
    return true
  } finally {
    clearInterval(renewal)
    await endLease(db, lease, pauseMs()).catch(() => {}) // it ends by itself
  }
}

/** Whether a process holds a lease of the default length. */
export async function isLeaseHeld(db: Db, name: string): Promise<boolean> {
  const lease = db.selectFrom('leases').select('name').where('name', '=', name)
  const held = lease.where((eb) => eb.not(isLeaseFree('ends_at', defaultLeaseMs)))
  return (await held.executeTakeFirst()) !== undefined
}

/** The time until the lease is due. Undefined if it is due, or held. */
export async function msUntilLease(db: Db, name: string, dueWithinMs: number): Promise<number | undefined> {
  const lease = await db
    .selectFrom('leases')
    .select(sql<number>`ceil(1000 * extract(epoch from next_at - clock_timestamp()))`.as('ms'))
    .where('name', '=', name)
    .where((eb) => eb.not(isLeaseFree('next_at', dueWithinMs)))
    .executeTakeFirst()
  return lease?.ms
}

async function takeLease(
  db: Db,
  { name, leaseMs, dueWithinMs }: Required<Omit<LeaseOptions, 'pauseMs'>>,
): Promise<Lease | undefined> {
  const free = db
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where(isLeaseFree('ends_at', leaseMs))
    .where(isLeaseFree('next_at', dueWithinMs))
    .forUpdate()
    .skipLocked()
  const taken = await db
    .updateTable('leases')
    .set({ number: sql`number + 1`, ends_at: leaseEnd(leaseMs) })
    .where('name', '=', free)
    .returning(['name', 'number'])
    .executeTakeFirst()
  if (taken) return taken
  return db
    .insertInto('leases')
    .values({ name, number: 1, ends_at: leaseEnd(leaseMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['name', 'number'])
    .executeTakeFirst()
}

/** @returns false if another process has taken it over */
async function renewLease(db: Db, { name, number }: Lease, leaseMs: number): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ ends_at: leaseEnd(leaseMs) })
    .where('name', '=', name)
    .where('number', '=', number)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

async function endLease(db: Db, { name, number }: Lease, pauseMs: number): Promise<void> {
  await db
    .updateTable('leases')
    .set({ ends_at: sql`clock_timestamp()`, next_at: leaseEnd(pauseMs) })
    .where('name', '=', name)
    .where('number', '=', number)
    .execute()
}
