import { days, earlier } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'

const retentionMs = days(180)
/** The first run of a large shop deletes more than one statement can in its time. */
const batchSize = 10_000

/** Delete the read notifications that are older than 180 days. */
export async function deleteOldNotifications(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const old = db
    .selectFrom('notifications')
    .select('id')
    .where('is_read', '=', true)
    .where('created_at', '<', earlier(now, retentionMs))
    .limit(batchSize)
  let deleted = batchSize
  while (deleted === batchSize && !signal?.aborted) {
    const { numDeletedRows } = await db.deleteFrom('notifications').where('id', 'in', old).executeTakeFirst()
    deleted = Number(numDeletedRows)
  }
}
