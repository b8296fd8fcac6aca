import { staffKinds } from '@camilan/contract/notifications'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Administrator } from '../audit/record-change.ts'
import { deleteNotices } from '../notifications/delete-notification.ts'
import { endSessions } from '../sessions/sessions.ts'
import { setStaff } from '../users/write-users.ts'
import { recordStaffChange } from './invitations.ts'

/**
 * A member of staff becomes a customer: the sessions and open pages end at once, and the notices about other people's
 * orders are deleted. All administrators are told. @throws {NotFound} nobody of the staff
 */
export async function endStaff(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await setStaff(tx, id, false)
    if (!ended) throw new NotFound()
    await endSessions(tx, id)
    await deleteNotices(tx, id, staffKinds)
    await recordStaffChange(tx, by, { change: 'staff-ended', name: ended.name }, now)
  })
}
