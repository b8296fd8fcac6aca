import type { Registration } from '@camilan/contract/accounts'
import { transact } from '../../platform/db/transact.ts'
import { EmailTaken } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { isEmailTaken, type UserRow } from '../users/queries.ts'
import { insertUser } from '../users/write-users.ts'
import { assertUncommonPassword, type PasswordDeps } from './common-passwords.ts'
import { hashPassword } from './password-hash.ts'
import { assertRegistrationAllowed, countRegistration, refuseTaken } from './registration-limits.ts'

/**
 * Create a customer's account, without a session.
 * @throws {CommonPassword}
 * @throws {EmailTaken} also if the e-mail differs only in case, and for the later of two simultaneous registrations
 * @throws {TooManyAttempts} too many registrations from this IP address in the last hour, or too many that were refused
 *   because of a taken e-mail; the two are counted apart
 */
export async function register(
  { db, limits, sender }: LimitedDeps & PasswordDeps,
  client: Client,
  { name, email, phone, password }: Registration,
  now: Date,
): Promise<UserRow> {
  const { ip } = client
  await assertUncommonPassword({ sender }, password, 'password')
  await assertRegistrationAllowed({ db, limits }, ip, now)
  // Refused before the slow hash, so that a flood of such requests costs little computing time.
  if (await isEmailTaken(db, email, now)) return refuseTaken({ db, limits }, ip, now)
  const password_hash = await hashPassword(password, client)
  try {
    return await transact(db, async (tx) => {
      await countRegistration(tx, limits, ip, now)
      return insertUser(tx, { name, email, phone, password_hash }, now)
    })
  } catch (error) {
    if (error instanceof EmailTaken) return refuseTaken({ db, limits }, ip, now)
    throw error
  }
}
