/** The devices on which a user is logged in. Each has a session. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/db-types.ts'
import { latestStored } from '../../platform/db/stored-moments.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import type { Caller } from '../login/guards.ts'
import { lockUser } from '../users/lock-user.ts'
import { hashOfToken } from '../users/random-token.ts'
import { endOfSessions, endSessions } from './sessions.ts'

export interface SessionRow {
  id: string
  user_agent: string | null
  created_at: Date
  last_used_at: Date
  is_current: boolean
}

/** The live sessions of a user, at most so many: that of the request first, then the one used last. */
export function listSessions(
  db: Db,
  { id, access }: Caller,
  { limit }: { limit: number },
  now: Date,
): Promise<SessionRow[]> {
  return liveSessions(db, id, access.token, now)
    .select(['id', 'user_agent', 'created_at', 'last_used_at', isOf(access.token).as('is_current')])
    .limit(limit)
    .execute()
}

/** @throws {NotFound} the user has no such session; it may have ended meanwhile */
export async function endOwnSession(db: Db, by: Caller, sessionId: string): Promise<void> {
  await transact(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', by.id)
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new NotFound()
    await publish(tx, endOfSessions(by.id))
  })
}

/** End all sessions of the user but that of the request. */
export async function endOtherSessions(db: Db, { id, access }: Caller): Promise<void> {
  await transact(db, async (tx) => {
    await lockUser(tx, id) // a login ends sessions, too
    await endSessions(tx, id, { exceptToken: access.token })
  })
}

/** End the sessions of a user that are unused for longest, so that with the new one `most` are left. A login locks the user. */
export async function endUnusedSessions(
  tx: Tx,
  userId: string,
  { newToken, most }: { newToken: string; most: number },
  now: Date,
): Promise<void> {
  const unused = liveSessions(tx, userId, newToken, now).select('token_hash').offset(most)
  const { numDeletedRows } = await tx.deleteFrom('sessions').where('token_hash', 'in', unused).executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await publish(tx, endOfSessions(userId))
}

/** A last use that is later than now is that of a wrong clock, and counts as none. */
const liveSessions = (db: Db, userId: string, first: string, now: Date): SelectQueryBuilder<DB, 'sessions', object> =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(isOf(first), 'desc')
    .orderBy(sql`last_used_at <= ${latestStored(now)}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')

const isOf = (token: string): RawBuilder<boolean> => sql<boolean>`(token_hash = ${hashOfToken(token)})`
