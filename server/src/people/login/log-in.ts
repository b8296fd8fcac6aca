import type { Credentials, Role } from '@camilan/contract/accounts'
import { endUnusedSessions } from '../sessions/own-sessions.ts'
import { openSession } from '../sessions/sessions.ts'
import { InvalidCredentials } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { findLoginByEmail, lockUnchangedPassword } from '../users/queries.ts'
import { checkPassword } from './check-password.ts'
import { areSamplesRemoved } from './demo-accounts.ts'

export interface LoginDeps extends LimitedDeps {
  /** Whether demo accounts may log in. Their passwords are public. If not, they are treated as unknown. */
  demoLogin: boolean
}

/**
 * Open a session for an e-mail and its password. Other sessions of the account stay open, but not more than its limit.
 * @throws {InvalidCredentials} for an unknown e-mail and for a wrong password, after the same time
 * @throws {TooManyAttempts} after too many failures, even with the right password
 */
export async function logIn(
  { db, limits, demoLogin }: LoginDeps,
  client: Client,
  { email, password }: Credentials,
  now: Date,
): Promise<{ token: string; id: string; role: Role }> {
  const found = await findLoginByEmail(db, email)
  const user = found?.is_demo && !demoLogin ? undefined : found
  const attempt = { ...client, email, password, user }
  const session = await checkPassword({ db, limits }, attempt, now, async (tx, user) => {
    // Changing the password ends all sessions: a login with the old password must not open one afterwards.
    if (!(await lockUnchangedPassword(tx, user))) return undefined
    if (user.is_demo && (await areSamplesRemoved(tx))) return undefined
    const { id, role } = user
    const token = await openSession(tx, { ...client, id }, now)
    // Everybody may use the same demo account.
    if (!user.is_demo) await endUnusedSessions(tx, id, { newToken: token, most: limits.sessionsPerAccount }, now)
    return { token, id, role }
  })
  if (!session) throw new InvalidCredentials()
  return session
}
