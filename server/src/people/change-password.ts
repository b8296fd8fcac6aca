import type { PasswordChange } from '@camilan/contract/accounts'
import type { Sender } from '../mail/mail-content.ts'
import { queueLimitedMail } from '../mail/queue-mail.ts'
import { checkPassword } from './login/check-password.ts'
import { assertUncommonPassword } from './login/common-passwords.ts'
import { assertStillAllowed, type Caller } from './login/guards.ts'
import { assertLoginAllowed } from './login/login-attempts.ts'
import { hashPassword } from './login/password-hash.ts'
import { endResets } from './recovery/password-resets.ts'
import { endSessions } from './sessions/sessions.ts'
import { passwordChangedMail } from './users/account-mails.ts'
import { WrongPassword } from './users/errors.ts'
import type { Client, LimitedDeps } from './users/limits.ts'
import { findLoginById } from './users/queries.ts'
import { replacePassword } from './users/write-users.ts'

/**
 * Give a user a new password, end their other sessions and their reset link, and inform them by mail.
 * @throws {CommonPassword}
 * @throws {WrongPassword} counted like a failed login, so that a stolen session can't be used to guess the password
 * @throws {TooManyAttempts} after too many failures
 */
export async function changePassword(
  { db, limits, sender }: LimitedDeps & { sender: Sender },
  by: Caller & Client,
  { current_password, new_password }: PasswordChange,
  now: Date,
): Promise<void> {
  const { id, email, ip, access } = by
  await assertUncommonPassword({ sender }, new_password, 'new_password')
  const attempt = { email, password: current_password, ip, user: await findLoginById(db, id) }
  await assertLoginAllowed({ db, limits }, attempt, now)
  const newHash = await hashPassword(new_password, { ip })
  const changed = await checkPassword({ db, limits }, attempt, now, async (tx, user) => {
    if (!(await replacePassword(tx, user, newHash))) return undefined
    await assertStillAllowed(tx, by, now)
    await endResets(tx, id, now)
    await endSessions(tx, id, { exceptToken: access.token })
    if (sender.sends?.('password-changed') ?? true)
      await queueLimitedMail(tx, passwordChangedMail(sender, email, now), now)
    return true
  })
  if (!changed) throw new WrongPassword()
}
