import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { assertUncommonPassword, type PasswordDeps } from '../login/common-passwords.ts'
import { hashPassword } from '../login/password-hash.ts'
import { assertRegistrationAllowed, countRegistration, refuseTaken } from '../login/registration-limits.ts'
import { openSession } from '../sessions/sessions.ts'
import { EmailTaken } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { isEmailTaken } from '../users/queries.ts'

interface LinkedAccount<Made> {
  email: string
  password: string
  /** Throws if the link can't be used. It is also called before the slow hash, outside a transaction. */
  assertUsable: (db: Db) => Promise<void>
  /** Locks or takes the link, throws if it can't be used, and inserts the user. */
  insert: (tx: Tx, password_hash: string) => Promise<Made>
}

/**
 * Create an account with a link, and log in. The rules of a registration apply to the password and to the number of
 * attempts. A refusal leaves the link as it was.
 * @returns what `insert` has made, and the bearer token of a session
 * @throws {CommonPassword} | {TooManyAttempts}
 * @throws {EmailTaken} also if a customer has the e-mail
 */
export async function createByLink<Made extends { id: string }>(
  { db, limits, sender }: LimitedDeps & PasswordDeps,
  client: Client,
  { email, password, assertUsable, insert }: LinkedAccount<Made>,
  now: Date,
): Promise<Made & { token: string }> {
  const { ip } = client
  await assertUncommonPassword({ sender }, password, 'password')
  await assertRegistrationAllowed({ db, limits }, ip, now)
  // Refused before the slow hash, so that a wrong token costs no computing time and reveals nothing about an e-mail.
  await assertUsable(db)
  if (await isEmailTaken(db, email, now)) return refuseTaken({ db, limits }, ip, now)
  const password_hash = await hashPassword(password, client)
  try {
    return await transact(db, async (tx) => {
      await countRegistration(tx, limits, ip, now)
      const made = await insert(tx, password_hash)
      return { ...made, token: await openSession(tx, { ...client, id: made.id }, now) }
    })
  } catch (error) {
    if (error instanceof EmailTaken) return refuseTaken({ db, limits }, ip, now)
    throw error
  }
}
