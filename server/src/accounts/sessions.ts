import type { Role } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import { batched } from '../platform/db/batched.ts'
import type { Db } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { transact } from '../platform/db/transact.ts'
import { publish } from '../platform/events/broadcast.ts'
import { hashOfToken, randomToken } from './random-token.ts'

/** The user of a session. */
export interface Account {
  id: string
  name: string
  email: string
  phone: string
  /** True for administrators only. */
  isAdmin: boolean
  role: Role
  /** A demo account, whose password is public: it must not make changes that outlast a trial of the shop. */
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
export const findAccount = (db: Db, token: string, now: Date): Promise<Account | undefined> =>
  accountOfSession(db, { tokenHash: hashOfToken(token), now })

const accountOfSession = batched<{ tokenHash: Buffer; now: Date }, Account | undefined>(async (db, asked) => {
  const rows = await accountsOfSessions(db, {
    tokenHashes: asked.map(({ tokenHash }) => tokenHash),
    moments: asked.map(({ now }) => now),
  })
  const found = new Map(rows.map(({ position, ...account }) => [position, account]))
  return asked.map((_, index) => found.get(index + 1))
})

const accountsOfSessions = fixedStatement(
  (_db: Db, { tokenHashes, moments }: { tokenHashes: Buffer[]; moments: Date[] }) => sql<
    Account & { position: number }
  >`
    select asked.position, users.id, users.name, users.email, users.phone, users.is_admin as "isAdmin",
      users.role, users.is_demo as "isDemo"
    from unnest(${tokenHashes}::bytea[], ${moments}::timestamptz[]) with ordinality as asked (token_hash, now, position)
    join sessions on sessions.token_hash = asked.token_hash and sessions.expires_at > asked.now
    join users on users.id = sessions.user_id`,
)

/** The topic of a user's events. Their open pages subscribe to it. */
export const topicOf = (userId: string): string => `user:${userId}`
/** The event that some of the user's sessions have ended. */
export const sessionsEnded = 'sessions-ended'

export async function endSession(db: Db, token: string): Promise<void> {
  await transact(db, async (tx) => {
    const ended = tx.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).returning('user_id')
    for (const { user_id } of await ended.execute()) {
      await publish(tx, { topic: topicOf(user_id), event: sessionsEnded, data: null })
    }
  })
}

/** End all sessions of a user, or all but the session of `exceptToken`. */
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
  await publish(db, { topic: topicOf(userId), event: sessionsEnded, data: null })
}
