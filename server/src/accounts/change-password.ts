import type { PasswordChange } from '@camilan/contract/accounts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Db } from '../platform/db/db.ts'
import { checkPassword } from './check-password.ts'
import { WrongPassword } from './errors.ts'
import type { Limits } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { passwordChangedMail, type Sender } from './password-mails.ts'
import { endResets } from './password-resets.ts'
import { findLoginById, replacePassword } from './queries.ts'
import { endSessions } from './sessions.ts'

/** Who changes the password: their session, which stays open, and the network address that asks. */
export interface PasswordChanger {
  id: string
  name: string
  email: string
  token: string
  address: string
}

/**
 * Give a user a new password, end their other sessions and any link for a new password, and tell them by mail.
 * @throws {WrongPassword} the current password is another; it counts as a failed login, so that whoever finds an open
 *   session can't guess on
 * @throws {TooManyAttempts} after too many failures
 */
export async function changePassword(
  { db, limits, sender }: { db: Db; limits: Limits; sender: Sender },
  { id, name, email, token, address }: PasswordChanger,
  { current_password, new_password }: PasswordChange,
  now: Date,
): Promise<void> {
  const newHash = await hashPassword(new_password)
  const guess = { email, password: current_password, address, user: await findLoginById(db, id) }
  const changed = await checkPassword(db, guess, limits, now, async (tx, user) => {
    if (!(await replacePassword(tx, user, newHash))) return undefined
    await endResets(tx, id, now)
    await endSessions(tx, id, token)
    await queueMail(tx, passwordChangedMail(sender, { name, email }, now), now)
    return true
  })
  if (!changed) throw new WrongPassword()
}
