import { sql } from 'kysely'
import { Unauthenticated } from '../../people/users/errors.ts'
import { hashOfToken, randomToken } from '../../people/users/random-token.ts'
import { later, minutes } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

const lifetimeMs = minutes(1)

/**
 * @returns the ticket, of which only a hash is stored; it is valid for a minute, while the session lasts
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

export interface Ticket {
  query: string
  /** The user who asked for it. */
  by: { id: string; name: string }
}

/**
 * Download managers and iPhones ask twice, so a ticket answers until its minute ends.
 * @returns undefined if the ticket is unknown or expired, its session has ended, or its user is no administrator any more
 */
export async function findTicket(db: Db, ticket: string, now: Date): Promise<Ticket | undefined> {
  const found = await db
    .selectFrom('export_tickets as ticket')
    .innerJoin('sessions as session', 'session.token_hash', 'ticket.session_token_hash')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .where('session.expires_at', '>', now)
    .where('ticket.expires_at', '>', now)
    .where('ticket.ticket_hash', '=', hashOfToken(ticket))
    .where('user.is_admin', '=', true)
    .select(['ticket.query', 'user.id', 'user.name'])
    .executeTakeFirst()
  return found && { query: found.query, by: { id: found.id, name: found.name } }
}

/** @returns whether the ticket was marked before; false also if it has been deleted meanwhile */
export async function markTold(tx: Tx, ticket: string, now: Date): Promise<boolean> {
  const ofHash = sql`ticket_hash = ${hashOfToken(ticket)}`
  const { rows } = await sql<{ was_told: boolean }>`
    with before as (select ticket_hash, told_at from export_tickets where ${ofHash} for update)
    update export_tickets set told_at = coalesce(before.told_at, ${now}) from before
    where export_tickets.ticket_hash = before.ticket_hash
    returning before.told_at is not null as was_told`.execute(tx)
  return rows[0]?.was_told ?? false
}
