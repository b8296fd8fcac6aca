import { Unauthenticated } from '../accounts/errors.ts'
import { hashOfToken, randomToken } from '../accounts/random-token.ts'
import { later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

const lifetimeMs = minutes(1)

/**
 * @returns the ticket, of which only a hash is stored; it is valid once, for a minute, while the session lasts
 * @throws {Unauthenticated} the session has ended while the request was running
 */
export async function issueTicket(db: Db, sessionToken: string, query: string, now: Date): Promise<string> {
  await db.deleteFrom('export_tickets').where('expires_at', '<=', now).execute()
  const ticket = randomToken()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('export_tickets')
    .columns(['session_token_hash', 'ticket_hash', 'query', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select([
          'token_hash',
          eb.val(hashOfToken(ticket)).as('ticket_hash'),
          eb.val(query).as('query'),
          eb.val(later(now, lifetimeMs)).as('expires_at'),
        ])
        .where('token_hash', '=', hashOfToken(sessionToken))
        .forKeyShare(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new Unauthenticated()
  return ticket
}

export interface UsedTicket {
  query: string
  /** The user who asked for it. */
  by: { id: string; name: string }
}

/** @returns undefined if the ticket is unknown, used or expired, or its session has ended */
export async function useTicket(db: Db, ticket: string, now: Date): Promise<UsedTicket | undefined> {
  const used = await db
    .deleteFrom('export_tickets as ticket')
    .using(['sessions as session', 'users as user'])
    .whereRef('session.token_hash', '=', 'ticket.session_token_hash')
    .whereRef('user.id', '=', 'session.user_id')
    .where('session.expires_at', '>', now)
    .where('ticket.ticket_hash', '=', hashOfToken(ticket))
    .returning(['ticket.query', 'ticket.expires_at', 'user.id', 'user.name'])
    .executeTakeFirst()
  if (!used || used.expires_at <= now) return undefined
  const { query, id, name } = used
  return { query, by: { id, name } }
}
