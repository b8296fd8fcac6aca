import type { Account } from '../sessions/sessions.ts'
import { NotForDemoAccounts, WrongPassword } from '../users/errors.ts'
import type { Client, LimitedDeps } from '../users/limits.ts'
import { findLoginById, lockUnchangedPassword } from '../users/queries.ts'
import { checkPassword } from './check-password.ts'

/**
 * Verify the password again, before an action that a stolen session must not be able to do.
 * @throws {NotForDemoAccounts} everybody knows their passwords
 * @throws {WrongPassword} counted like a failed login
 * @throws {TooManyAttempts} after too many failures
 */
export async function confirmPassword(
  deps: LimitedDeps,
  by: Account & Client,
  password: string,
  now: Date,
): Promise<void> {
  if (by.isDemo) throw new NotForDemoAccounts()
  await confirmAnyPassword(deps, by, password, now)
}

/** The same, also for demo accounts: they may try what does not outlast a trial. */
export async function confirmAnyPassword(
  { db, limits }: LimitedDeps,
  by: Account & Client,
  password: string,
  now: Date,
): Promise<void> {
  const attempt = { email: by.email, password, ip: by.ip, user: await findLoginById(db, by.id) }
  const matches = await checkPassword({ db, limits }, attempt, now, async (tx, user) =>
    (await lockUnchangedPassword(tx, user)) ? true : undefined,
  )
  if (!matches) throw new WrongPassword()
}
