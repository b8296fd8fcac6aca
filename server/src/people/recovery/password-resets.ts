/** Reset links, with which a user sets a new password without the old one. An account has at most one valid link. */
import { resetLinkMinutes } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { later, minutes } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { recoveryEmail } from '../users/email-changes.ts'
import { hashOfToken, randomToken } from '../users/random-token.ts'

export interface ResetOwner {
  id: string
  /** The present e-mail, with which the owner logs in. */
  email: string
}

const batchSize = 200

/** The requests for a link, oldest first, in batches. */
export async function* resetRequests(db: Db): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const after = db.selectFrom('password_reset_requests').select('id').where('id', '>', last)
    const ids = (await after.orderBy('id').limit(batchSize).execute()).map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < batchSize) return
    last = ids.at(-1) ?? last
  }
}

/**
 * Delete these requests. No other process gets the same ones.
 * @returns the keys of their e-mails
 */
export async function takeResetRequests(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const taken = await tx
    .deleteFrom('password_reset_requests')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('password_reset_requests')
        .select('id')
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .skipLocked(),
    )
    .returning('email_key')
    .execute()
  return taken.map(({ email_key }) => email_key)
}

/**
 * Create a link that replaces the account's former one. Lock the user first.
 * @param user.email  the recipient of the link, which is valid as long as this e-mail gets the reset links of the account
 * @returns the token, which is not stored
 */
export async function createReset(
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  await endResets(tx, id, now)
  const token = randomToken()
  const expiresAt = later(now, minutes(resetLinkMinutes))
  await tx
    .insertInto('password_resets')
    .values({ token_hash: hashOfToken(token), user_id: id, email, created_at: now, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** The user of a valid link. Undefined if it is unknown, ended, expired, or was sent to an e-mail that gets no reset links. */
export function findResetOwner(db: Db, token: string, now: Date): Promise<ResetOwner | undefined> {
  return validReset(db, token, now).executeTakeFirst()
}

/** The same, and locks the user. The second of two requests with one token finds none. */
export async function lockResetOwner(tx: Tx, token: string, now: Date): Promise<ResetOwner | undefined> {
  const owner = await validReset(tx, token, now).forNoKeyUpdate('users').executeTakeFirst()
  // The row of the link may have changed during the wait for the lock: read it again.
  return owner && findResetOwner(tx, token, now)
}

/** End the user's link, if there is one. */
export async function endResets(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

const validReset = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('password_resets as reset')
    .innerJoin('users', 'users.id', 'reset.user_id')
    .select(['users.id', 'users.email'])
    .where('reset.token_hash', '=', hashOfToken(token))
    .where('reset.ended_at', 'is', null)
    .where('reset.expires_at', '>', now)
    .where('reset.email_key', '=', sql<string>`lower_email(${recoveryEmail(now)})`)
