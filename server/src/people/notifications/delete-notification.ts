import type { SentKind } from '@camilan/contract/notifications'
import type { Db, Tx } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'

/** @throws {NotFound} the user has no such notification */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound()
}

/** Delete the notifications of these kinds that a user has. */
export async function deleteNotices(tx: Tx, userId: string, kinds: readonly SentKind[]): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).where('kind', 'in', kinds).execute()
}
