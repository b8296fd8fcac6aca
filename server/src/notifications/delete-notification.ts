import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'

/** @throws {NotFound} the user has no such notification */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound()
}
