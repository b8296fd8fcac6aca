import type { PasswordReset } from '@camilan/contract/accounts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { InvalidResetToken } from './errors.ts'
import { forgetFailures } from './login-attempts.ts'
import { hashPassword } from './password-hash.ts'
import { passwordChangedMail, type Sender } from './password-mails.ts'
import { endResets, findResetOwner, lockResetOwner } from './password-resets.ts'
import { setPassword } from './queries.ts'
import { endSessions } from './sessions.ts'

/**
 * Give the owner of a mailed link a new password, end all of the account's sessions, and let its owner log in however
 * often somebody failed before. The owner is told by mail.
 * @throws {InvalidResetToken} unknown, used, replaced, or older than 30 minutes; of two at once, the second
 */
export async function resetPassword(
  { db, sender }: { db: Db; sender: Sender },
  { token, password }: PasswordReset,
  now: Date,
): Promise<void> {
  // Asked before the slow hash too: a made-up token must not cost a core.
  if (!(await findResetOwner(db, token, now))) throw new InvalidResetToken()
  const newHash = await hashPassword(password)
  await transact(db, async (tx) => {
    const owner = await lockResetOwner(tx, token, now)
    if (!owner) throw new InvalidResetToken()
    await setPassword(tx, owner.id, newHash)
    await endResets(tx, owner.id, now)
    await endSessions(tx, owner.id)
    await forgetFailures(tx, owner.email)
    await queueMail(tx, passwordChangedMail(sender, owner, now), now)
  })
}
