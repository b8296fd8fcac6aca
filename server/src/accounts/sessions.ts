import { days, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { hashOfToken, randomToken } from './random-token.ts'

/** The user of a session. */
export interface Account {
  id: string
  name: string
  email: string
  phone: string
  isAdmin: boolean
  /** Its password is public: it must not do what outlasts a trial of the shop. */
  isDemo: boolean
}

const lifetimeMs = days(30)

/** @returns the bearer token, which is not stored; it is valid for 30 days */
export async function openSession(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOfToken(token), user_id: userId, created_at: now, expires_at: later(now, lifetimeMs) })
    .execute()
  return token
}

/** Undefined if the token is unknown, or its session has ended or expired. */
export function findAccount(db: Db, token: string, now: Date): Promise<Account | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.phone'])
    .select(['users.is_admin as isAdmin', 'users.is_demo as isDemo'])
    .where('sessions.token_hash', '=', hashOfToken(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).execute()
}

/** End all sessions of a user, or all but that of `exceptToken`. */
export async function endSessions(
  db: Db,
  userId: string,
  { exceptToken }: { exceptToken?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptToken !== undefined, (query) => query.where('token_hash', '!=', hashOfToken(exceptToken ?? '')))
    .execute()
}
