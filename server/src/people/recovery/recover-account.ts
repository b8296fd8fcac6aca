import type { Recovery } from '@camilan/contract/accounts'
import type { Notice } from '@camilan/contract/notifications'
import type { Sender } from '../../mail/mail-content.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { assertUncommonPassword } from '../login/common-passwords.ts'
import { assertLoginAllowed, lockLogins, recordLoginFailure } from '../login/login-attempts.ts'
import { hashPassword } from '../login/password-hash.ts'
import { InvalidRecoveryCode } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { lockUser } from '../users/lock-user.ts'
import { findLoginByEmail } from '../users/queries.ts'
import { hasRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { writeNewPassword } from './reset-password.ts'

/** Notify all administrators: a later room does that. */
export type NotifyAdmins = (tx: Tx, notice: Notice, now: Date) => Promise<void>

/**
 * Set a new password with a recovery code, as `resetPassword` does with a mailed link. The code can't be used again. All
 * administrators are told.
 * @throws {CommonPassword} the code stays valid
 * @throws {InvalidRecoveryCode} for an unknown e-mail too; counted like a failed login
 * @throws {TooManyAttempts} after too many failures, even with the right code
 */
export async function recoverAccount(
  { db, limits, sender, tell }: LimitedDeps & { sender: Sender; tell: NotifyAdmins },
  client: Client,
  { email, code, password }: Recovery,
  now: Date,
): Promise<void> {
  await assertUncommonPassword({ sender }, password, 'password')
  const user = await findLoginByEmail(db, email)
  const attempt = { ...client, email, user }
  await assertLoginAllowed({ db, limits }, attempt, now)
  // A wrong code costs no slow hash.
  const isRight = user !== undefined && (await hasRecoveryCode(db, user.id, code))
  const newHash = isRight ? await hashPassword(password, client) : undefined
  const isRecovered = await transact(db, async (tx) => {
    await lockLogins(tx, attempt)
    await assertLoginAllowed({ db: tx, limits }, attempt, now)
    if (user && newHash) {
      const owner = await lockUser(tx, user.id)
      if (await useRecoveryCode(tx, user.id, code, now)) {
        await writeNewPassword(tx, sender, { id: user.id, email: owner.email }, newHash, now)
        await tell(tx, { kind: 'access-changed', to: 'admins', change: 'account-recovered', by: owner.name }, now)
        return true
      }
    }
    await recordLoginFailure(tx, attempt, now)
    return false
  })
  if (!isRecovered) throw new InvalidRecoveryCode()
}
