/**
 * A picture that is being removed has a lease, so that an upload of the same picture waits. A row lock would not do: a
 * store across the network may take seconds, and nothing slow happens in a transaction.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isLeaseFree, leaseEnd } from '../../platform/db/lease-time.ts'
import { TemporaryFailure } from '../../platform/temporary-failure.ts'
import { basicFiles } from './image-files.ts'
import type { MediaStore } from './media-store.ts'

/** Longer than a store takes to answer for all files of a picture. */
const leaseMs = 60_000
const patienceMs = 15_000
const lookEveryMs = 50

const nameOf = (hash: string) => `removal of picture ${hash}`

/** Call it with the picture's row locked and found unused. @returns false if another process removes the picture */
export async function beginRemoval(tx: Tx, hash: string): Promise<boolean> {
  const taken = await tx
    .insertInto('leases')
    .values({ name: nameOf(hash), number: 1, ends_at: leaseEnd(leaseMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ends_at: leaseEnd(leaseMs) })
        .where(isLeaseFree('leases.ends_at', leaseMs)),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Call it in the transaction that deletes the picture's row. */
export async function endRemoval(tx: Tx, hash: string): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', nameOf(hash)).execute()
}

/**
 * Write the row of a picture that is used from now on, and wait until no process removes its files: those found afterwards
 * stay.
 * @throws {TemporaryFailure} the removal takes too long
 */
export async function keepPicture(db: Db, hash: string): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    await db
      .insertInto('images')
      .values({ hash })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ unused_since: null }))
      .execute()
    // In this order, because a removal that did not see the row as used already has its lease.
    const removal = await db
      .selectFrom('leases')
      .select('name')
      .where('name', '=', nameOf(hash))
      .where(sql<boolean>`not ${isLeaseFree('ends_at', leaseMs)}`)
      .executeTakeFirst()
    if (!removal) return
    if (performance.now() > until) throw new TemporaryFailure(`The picture ${hash} is being removed`)
    await wait(lookEveryMs)
  }
}

/** Keep a picture that will be used. @returns false if it is not stored, or no longer */
export async function keepStoredPicture({ db, store }: { db: Db; store: MediaStore }, hash: string): Promise<boolean> {
  await keepPicture(db, hash)
  return (await Promise.all(basicFiles(hash).map((name) => store.has(name)))).every(Boolean)
}
