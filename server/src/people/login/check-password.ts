import { passwordForm } from '@camilan/contract/texts'
import type { Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import type { LimitedDeps } from '../users/limits.ts'
import type { LoginRow } from '../users/queries.ts'
import { replacePassword } from '../users/write-users.ts'
import {
  assertLoginAllowed,
  type LoginAttempt,
  lockLogins,
  recordLoginFailure,
  recordLoginSuccess,
} from './login-attempts.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export interface PasswordAttempt extends LoginAttempt {
  password: string
  user: LoginRow | undefined
}

/**
 * Verify a password, and count a failed login if it is wrong. For an e-mail without an account it takes the same time.
 * The limits are checked again after the slow hash, under a lock, and apply to correct passwords too, so that parallel
 * attempts can't exceed them.
 * @param onMatch  runs in the same transaction if the password matches; returns undefined if it has changed meanwhile
 * @returns the result of `onMatch`, or undefined for a wrong password
 * @throws {TooManyAttempts}
 */
export async function checkPassword<Result>(
  { db, limits }: LimitedDeps,
  attempt: PasswordAttempt,
  now: Date,
  onMatch: (tx: Tx, user: LoginRow) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { user, password } = attempt
  await assertLoginAllowed({ db, limits }, attempt, now)
  const found = await verifyPassword(user?.password_hash, password, attempt)
  const newHash = found === 'older' ? await hashPassword(passwordForm(password), attempt) : undefined
  return transact(db, async (tx) => {
    await lockLogins(tx, attempt)
    await assertLoginAllowed({ db: tx, limits }, attempt, now)
    const owner = found === 'wrong' || !user ? undefined : await withHash(tx, user, newHash)
    const result = owner && (await onMatch(tx, owner))
    if (result === undefined) await recordLoginFailure(tx, attempt, now)
    else await recordLoginSuccess(tx, attempt, now)
    return result
  })
}

/** @returns undefined if the password has changed meanwhile */
async function withHash(tx: Tx, user: LoginRow, newHash: string | undefined): Promise<LoginRow | undefined> {
  if (!newHash) return user
  return (await replacePassword(tx, user, newHash)) ? { ...user, password_hash: newHash } : undefined
}
