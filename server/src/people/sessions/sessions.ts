import type { Role } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { days, hours, later } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batched.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { isDueSince, storedMoment } from '../../platform/db/stored-moments.ts'
import { transact } from '../../platform/db/transact.ts'
import { type BroadcastEvent, publish } from '../../platform/events/broadcast.ts'
import type { Client } from '../users/limits.ts'
import { hashOfToken, randomToken } from '../users/random-token.ts'

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
/** The last use of a session is written once in this time. */
const useMs = hours(1)
/** Longer ones are cut. No browser sends one. */
const longestUserAgent = 500

/** @returns the bearer token, which is not stored; it is valid for 30 days */
export async function openSession(
  db: Db,
  { id, userAgent }: { id: string } & Pick<Client, 'userAgent'>,
  now: Date,
): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOfToken(token),
      user_id: id,
      user_agent: userAgent?.slice(0, longestUserAgent) ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: later(now, lifetimeMs),
    })
    .execute()
  return token
}

/** A request of a session. */
interface Use {
  tokenHash: Buffer
  now: Date
}

/** Undefined if the token is unknown, or its session has ended or expired. */
export async function findAccount(db: Db, token: string, now: Date): Promise<Account | undefined> {
  const use = { tokenHash: hashOfToken(token), now }
  const found = await accountOfSession(db, use)
  if (!found) return undefined
  const { lastUsedAt, ...account } = found
  // Nobody waits for it. If it fails, the next request tries it again.
  if (!db.isTransaction && isUseDue(lastUsedAt, now)) void writeUse(db, use).catch(() => undefined)
  return account
}

const isUseDue = (lastUsedAt: Date, now: Date) => {
  const at = storedMoment(lastUsedAt, now)
  return at === undefined || at.getTime() <= now.getTime() - useMs
}

/** Requests of the same moment share a statement. It waits for no lock, so that the end of a session never waits for it. */
const writeUse = batched<Use, undefined>(
  async (db, uses) => {
    const hashes = uses.map(({ tokenHash }) => tokenHash)
    const now = new Date(Math.max(...uses.map((use) => use.now.getTime())))
    await sql`
      update sessions set last_used_at = ${now} where token_hash in (
        select token_hash from sessions
        where token_hash = any(${hashes}::bytea[]) and ${isDueSince('last_used_at', useMs, now)}
        for no key update skip locked)`.execute(db)
    return uses.map(() => undefined)
  },
  { inTurn: true },
)

type FoundAccount = Account & { lastUsedAt: Date }

const accountOfSession = batched<Use, FoundAccount | undefined>(async (db, asked) => {
  const rows = await accountsOfSessions(db, {
    tokenHashes: asked.map(({ tokenHash }) => tokenHash),
    moments: asked.map(({ now }) => now),
  })
  const found = new Map(rows.map(({ position, ...account }) => [position, account]))
  return asked.map((_, index) => found.get(index + 1))
})

const accountsOfSessions = fixedStatement(
  (_db: Db, { tokenHashes, moments }: { tokenHashes: Buffer[]; moments: Date[] }) => sql<
    FoundAccount & { position: number }
  >`
    select asked.position, users.id, users.name, users.email, users.phone, users.is_admin as "isAdmin",
      users.role, users.is_demo as "isDemo", sessions.last_used_at as "lastUsedAt"
    from unnest(${tokenHashes}::bytea[], ${moments}::timestamptz[]) with ordinality as asked (token_hash, now, position)
    join sessions on sessions.token_hash = asked.token_hash and sessions.expires_at > asked.now
    join users on users.id = sessions.user_id`,
)

/** The topic of a user's events. Their open pages subscribe to it. */
export const topicOf = (userId: string): string => `user:${userId}`
export const sessionsEnded = 'sessions-ended'
/** The event that some of the user's sessions have ended: to be published in the transaction that ends them. */
export const endOfSessions = (userId: string): BroadcastEvent => ({
  topic: topicOf(userId),
  event: sessionsEnded,
  data: null,
})

export async function endSession(db: Db, token: string): Promise<void> {
  await transact(db, async (tx) => {
    const ended = tx.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).returning('user_id')
    for (const { user_id } of await ended.execute()) {
      await publish(tx, endOfSessions(user_id))
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
  await publish(db, endOfSessions(userId))
}
