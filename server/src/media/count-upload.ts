import { sql } from 'kysely'
import { earlier, hours, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { isWithinLast } from '../platform/db/stored-moments.ts'
import { transact } from '../platform/db/transact.ts'
import { TooManyUploads } from './files/errors.ts'

const windowMs = hours(1)

/** The first key of the advisory lock under which uploads are counted. Those of `people/users/limits.ts` are 1 to 3. */
const lockClass = 11

/**
 * Count an upload of this user.
 * @throws {TooManyUploads} as many as allowed in the last hour; this one is not counted
 */
export function countUpload(
  { db, uploadsPerCustomer }: { db: Db; uploadsPerCustomer: number },
  userId: string,
  now: Date,
): Promise<void> {
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${userId}))`.execute(tx)
    const limiting = await tx
      .selectFrom('image_uploads')
      .select('uploaded_at')
      .where('user_id', '=', userId)
      .where(isWithinLast('uploaded_at', windowMs, now))
      .orderBy('uploaded_at', 'desc')
      .offset(uploadsPerCustomer - 1)
      .limit(1)
      .executeTakeFirst()
    if (limiting) throw new TooManyUploads(later(limiting.uploaded_at, windowMs), now)
    await tx.insertInto('image_uploads').values({ user_id: userId, uploaded_at: now }).execute()
  })
}

/** Delete uploads that no longer count. */
export async function deleteOldUploads(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('image_uploads').where('uploaded_at', '<=', earlier(now, windowMs)).execute()
}
