import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import type { Limits } from './limits.ts'
import { assertLoginAllowed, type LoginAttempt, lockLogins, recordFailure, recordSuccess } from './login-attempts.ts'
import { verifyPassword } from './password-hash.ts'
import type { Login } from './queries.ts'

export interface PasswordCheck extends LoginAttempt {
  password: string
  user: Login | undefined
}

/**
 * Let somebody guess a password, and count it when it was wrong. Everything takes as long for an e-mail without account.
 * The limits are judged again after the slow hash, one guess at a time, and bind right ones too: of any number of
 * parallel guesses, no more are ever answered than the limit allows.
 * @param onRight  done in the same transaction when the password fits; undefined from it says that it no longer does
 * @returns what `onRight` gave, or undefined for a wrong guess
 * @throws {TooManyAttempts}
 */
export async function checkPassword<Result>(
  db: Db,
  guess: PasswordCheck,
  limits: Limits,
  now: Date,
  onRight: (tx: Db, user: Login) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { user, password } = guess
  await assertLoginAllowed(db, guess, limits, now)
  const right = await verifyPassword(user?.password_hash, password)
  return transact(db, async (tx) => {
    await lockLogins(tx, guess)
    await assertLoginAllowed(tx, guess, limits, now)
    const result = right && user ? await onRight(tx, user) : undefined
    if (result === undefined) await recordFailure(tx, guess, now)
    else await recordSuccess(tx, guess, now)
    return result
  })
}
