import { days, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { hashOfToken, randomToken } from './random-token.ts'

export interface Account {
  id: string
  name: string
  email: string
  phone: string
  isAdmin: boolean
}

const LIFETIME = days(30)

/** @returns the bearer token, which is kept nowhere; it is good for 30 days */
export async function openSession(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOfToken(token), user_id: userId, created_at: now, expires_at: later(now, LIFETIME) })
    .execute()
  return token
}

/** Undefined when the token was never given out, has ended or is too old. */
export function findAccount(db: Db, token: string, now: Date): Promise<Account | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.phone', 'users.is_admin as isAdmin'])
    .where('sessions.token_hash', '=', hashOfToken(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).execute()
}

/** End every session of a user, except that of the token `kept`. */
export async function endSessions(db: Db, userId: string, kept?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== undefined, (query) => query.where('token_hash', '!=', hashOfToken(kept ?? '')))
    .execute()
}
