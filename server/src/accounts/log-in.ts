import type { Credentials } from '@camilan/contract/accounts'
import type { Db } from '../platform/db/db.ts'
import { checkPassword } from './check-password.ts'
import { InvalidCredentials } from './errors.ts'
import type { Limits } from './limits.ts'
import { findLogin, keepsPassword } from './queries.ts'
import { openSession } from './sessions.ts'

/**
 * Open a session for whoever knows an e-mail and its password. Sessions that are open already stay.
 * @param address  the network address that asks
 * @throws {InvalidCredentials} the same, in the same time, for an unknown e-mail and a wrong password
 * @throws {TooManyAttempts} after too many failures, also with the right password
 */
export async function logIn(
  db: Db,
  { email, password }: Credentials,
  address: string,
  limits: Limits,
  now: Date,
): Promise<{ token: string; isAdmin: boolean }> {
  const guess = { email, password, address, user: await findLogin(db, email) }
  const session = await checkPassword(db, guess, limits, now, async (tx, user) => {
    // A password that was changed meanwhile must not open a session that outlives the change.
    if (!(await keepsPassword(tx, user))) return undefined
    return { token: await openSession(tx, user.id, now), isAdmin: user.is_admin }
  })
  if (!session) throw new InvalidCredentials()
  return session
}
