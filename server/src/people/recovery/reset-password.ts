import type { PasswordReset } from '@camilan/contract/accounts'
import type { Sender } from '../../mail/mail-content.ts'
import { queueLimitedMail } from '../../mail/queue-mail.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { assertUncommonPassword } from '../login/common-passwords.ts'
import { deleteLoginFailures } from '../login/login-attempts.ts'
import { hashPassword } from '../login/password-hash.ts'
import { endSessions } from '../sessions/sessions.ts'
import { passwordChangedMail } from '../users/account-mails.ts'
import { InvalidResetToken } from '../users/errors.ts'
import type { Client } from '../users/limits.ts'
import { setPassword } from '../users/write-users.ts'
import { endResets, findResetOwner, lockResetOwner, type ResetOwner } from './password-resets.ts'

/**
 * Set a new password with the token of a mailed link, end all sessions of the account, delete its login failures, and
 * inform the owner by mail.
 * @throws {CommonPassword} the link stays valid
 * @throws {InvalidResetToken} unknown, used, replaced or expired; also for the second of two simultaneous requests
 */
export async function resetPassword(
  { db, sender }: { db: Db; sender: Sender },
  client: Client,
  { token, password }: PasswordReset,
  now: Date,
): Promise<void> {
  await assertUncommonPassword({ sender }, password, 'password')
  // Checked before the slow hash, so that an invalid token costs no computing time.
  if (!(await findResetOwner(db, token, now))) throw new InvalidResetToken()
  const newHash = await hashPassword(password, client)
  await transact(db, async (tx) => {
    const owner = await lockResetOwner(tx, token, now)
    if (!owner) throw new InvalidResetToken()
    await writeNewPassword(tx, sender, owner, newHash, now)
  })
}

/** For an owner who has proved to be it, without the old password. */
export async function writeNewPassword(
  tx: Tx,
  sender: Sender,
  owner: ResetOwner,
  newHash: string,
  now: Date,
): Promise<void> {
  await setPassword(tx, owner.id, newHash)
  await endResets(tx, owner.id, now)
  await endSessions(tx, owner.id)
  await deleteLoginFailures(tx, owner.email)
  if (sender.sends?.('password-changed') ?? true)
    await queueLimitedMail(tx, passwordChangedMail(sender, owner.email, now), now)
}
