import type { JoinStaff } from '@camilan/contract/staff'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { noPhone } from '../first-admin/create-admin.ts'
import { createByLink } from '../first-admin/create-by-link.ts'
import type { PasswordDeps } from '../login/common-passwords.ts'
import type { Account } from '../login/guards.ts'
import { endSessions, openSession } from '../sessions/sessions.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { lockUser } from '../users/lock-user.ts'
import { insertUser, setStaff } from '../users/write-users.ts'
import { HasRole, InvalidInvitation } from './errors.ts'
import { findInvitation, recordStaffChange, takeInvitation } from './invitations.ts'

/** The account, and the bearer token of its new session. */
interface Joined {
  token: string
  id: string
}

/**
 * Create the account of a helper with the token of an invitation, and log in. All administrators are told.
 * @throws the refusals of {@link createByLink}
 * @throws {InvalidInvitation} also for the later of two simultaneous requests
 */
export async function joinStaff(
  deps: LimitedDeps & PasswordDeps,
  client: Client,
  { token, name, email, phone = noPhone, password }: JoinStaff,
  now: Date,
): Promise<Joined> {
  const link = {
    async assertUsable(db: Db) {
      if (!(await findInvitation(db, token, now))) throw new InvalidInvitation()
    },
    async insert(tx: Tx, password_hash: string) {
      const user = await insertUser(tx, { name, email, phone, password_hash, is_staff: true }, now)
      await useUp(tx, user, token, now)
      return user
    },
  }
  const { token: session, id } = await createByLink(deps, client, { email, password, ...link }, now)
  return { token: session, id }
}

/**
 * A customer who is logged in becomes a member of staff with the token of an invitation. Their other sessions end, because
 * those may be on devices that the shop should not trust. All administrators are told.
 * @throws {HasRole} made a member of staff meanwhile; the invitation can still be used
 * @throws {InvalidInvitation} also for the later of two simultaneous requests
 */
export function joinAsCustomer(
  db: Db,
  client: Client,
  { id, name }: Account,
  token: string,
  now: Date,
): Promise<Joined> {
  return transact(db, async (tx) => {
    await lockUser(tx, id)
    await useUp(tx, { id, name }, token, now)
    if (!(await setStaff(tx, id, true))) throw new HasRole()
    await endSessions(tx, id)
    return { token: await openSession(tx, { ...client, id }, now), id }
  })
}

async function useUp(tx: Tx, { id, name }: Pick<Account, 'id' | 'name'>, token: string, now: Date): Promise<void> {
  if (!(await takeInvitation(tx, token, now))) throw new InvalidInvitation()
  await recordStaffChange(tx, { id, name }, { change: 'staff-joined', name }, now)
}
