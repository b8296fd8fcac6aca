import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'

/**
 * A second call has no effect.
 * @throws {NotFound} the user has no such notification
 */
export async function markRead(db: Db, userId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFound()
}

export async function markAllRead(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute()
}
