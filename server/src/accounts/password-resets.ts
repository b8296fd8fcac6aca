/** The links by which somebody who forgot the password gets a new one: one live link for each account. */
import { sql } from 'kysely'
import { earlier, hours, later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { hashOfToken, randomToken } from './random-token.ts'

const LIFETIME = minutes(30)
const WINDOW = hours(1)
/** Nobody's mailbox is to be filled by a stranger who knows the address. */
const MOST_IN_WINDOW = 3

export interface ResetOwner {
  id: string
  name: string
  email: string
}

/** Take some of the requests for a link, the oldest first. No other process takes the same. */
export async function takeResetRequests(tx: Db): Promise<string[]> {
  const taken = await tx
    .deleteFrom('password_reset_requests')
    .where('id', 'in', (eb) =>
      eb.selectFrom('password_reset_requests').select('id').orderBy('id').limit(200).forUpdate().skipLocked(),
    )
    .returning('email')
    .execute()
  return taken.map(({ email }) => email)
}

/**
 * A new link in place of the account's former one. Lock the user first.
 * @returns its token, which is kept nowhere; undefined when the account has had its share for this hour
 */
export async function openReset(
  tx: Db,
  { id, email }: ResetOwner,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const { made } = await tx
    .selectFrom('password_resets')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('user_id', '=', id)
    .where('created_at', '>', earlier(now, WINDOW))
    .executeTakeFirstOrThrow()
  if (made >= MOST_IN_WINDOW) return undefined
  await endResets(tx, id, now)
  const token = randomToken()
  const expiresAt = later(now, LIFETIME)
  await tx
    .insertInto('password_resets')
    .values({ token_hash: hashOfToken(token), user_id: id, email, created_at: now, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** Whom a token lets in now. Undefined: unknown, ended, too old, or sent to an e-mail that the account has left. */
export function findResetOwner(db: Db, token: string, now: Date): Promise<ResetOwner | undefined> {
  return liveReset(db, token, now).executeTakeFirst()
}

/** The same in a transaction, in which the user stays locked: of two who use a token at once, the second finds none. */
export async function lockResetOwner(tx: Db, token: string, now: Date): Promise<ResetOwner | undefined> {
  const owner = await liveReset(tx, token, now).forNoKeyUpdate('users').executeTakeFirst()
  // Whoever had to wait for the lock sees the link as it was before: look again.
  return owner && findResetOwner(tx, token, now)
}

export async function endResets(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

const liveReset = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('password_resets as reset')
    .innerJoin('users', 'users.id', 'reset.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('reset.token_hash', '=', hashOfToken(token))
    .where('reset.ended_at', 'is', null)
    .where('reset.expires_at', '>', now)
    .where(sql<boolean>`lower(reset.email collate "C") = lower(users.email collate "C")`)
