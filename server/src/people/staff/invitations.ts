/** Links with which a helper becomes a member of staff, once. The shop stores their hashes. */
import { invitationHours } from '@camilan/contract/staff'
import { hours, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Administrator, recordChange, settingsSubject } from '../audit/record-change.ts'
import { notify } from '../notifications/notify.ts'
import { hashOfToken, randomToken } from '../users/random-token.ts'

export interface InvitationRow {
  id: string
  name: string
  expires_at: Date
}

const columns = ['id', 'name', 'expires_at'] as const

/** @returns the new invitation with its token, which is not stored. All administrators are told. */
export async function invite(
  db: Db,
  by: Administrator,
  name: string,
  now: Date,
): Promise<InvitationRow & { token: string }> {
  const token = randomToken()
  const expires_at = later(now, hours(invitationHours))
  return transact(db, async (tx) => {
    const invitation = await tx
      .insertInto('staff_invitations')
      .values({ token_hash: hashOfToken(token), name, expires_at })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await recordStaffChange(tx, by, { change: 'staff-invited', name }, now)
    return { ...invitation, token }
  })
}

/** Those that can be used, the next to expire first. */
export const openInvitations = (db: Db, now: Date): Promise<InvitationRow[]> =>
  usable(db, now).orderBy('expires_at').orderBy('id').execute()

export const findInvitation = (db: Db, token: string, now: Date): Promise<InvitationRow | undefined> =>
  usable(db, now).where('token_hash', '=', hashOfToken(token)).executeTakeFirst()

const usable = (db: Db, now: Date) => db.selectFrom('staff_invitations').select(columns).where('expires_at', '>', now)

/** Use the invitation up. The second of two simultaneous requests finds none. */
export async function takeInvitation(tx: Tx, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The link no longer works, and all administrators are told. A second call, or one for a used invitation, has no effect. */
export async function endInvitation(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await tx.deleteFrom('staff_invitations').where('id', '=', id).returning('name').executeTakeFirst()
    if (ended) await recordStaffChange(tx, by, { change: 'staff-uninvited', name: ended.name }, now)
  })
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('staff_invitations').where('expires_at', '<=', now).execute()
}

type StaffChange = 'staff-invited' | 'staff-uninvited' | 'staff-joined' | 'staff-ended'

/** Write a change of the staff into the history of the settings, and tell all administrators. */
export async function recordStaffChange(
  tx: Tx,
  by: Administrator,
  { change, name }: { change: StaffChange; name: string },
  now: Date,
): Promise<void> {
  const changes = [{ field: change.replace('-', '_'), before: null, after: name }]
  await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
  await notify(tx, [{ kind: 'access-changed', to: 'admins', change, by: by.name, name }], now)
}
