import { hashOfToken, randomToken } from '../accounts/random-token.ts'
import { later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

const lifetimeMs = minutes(1)

/** @returns the ticket, of which only a hash is stored; it is valid once, for a minute, while the session lasts */
export async function issueTicket(db: Db, sessionToken: string, query: string, now: Date): Promise<string> {
  await db.deleteFrom('export_tickets').where('expires_at', '<=', now).execute()
  const ticket = randomToken()
  await db
    .insertInto('export_tickets')
    .values({
      ticket_hash: hashOfToken(ticket),
      session_token_hash: hashOfToken(sessionToken),
      query,
      expires_at: later(now, lifetimeMs),
    })
    .execute()
  return ticket
}

/** @returns the query that it was issued for; undefined when it is unknown, used or expired, or its session has ended */
export async function useTicket(db: Db, ticket: string, now: Date): Promise<string | undefined> {
  const used = await db
    .deleteFrom('export_tickets as ticket')
    .using('sessions as session')
    .whereRef('session.token_hash', '=', 'ticket.session_token_hash')
    .where('session.expires_at', '>', now)
    .where('ticket.ticket_hash', '=', hashOfToken(ticket))
    .returning(['ticket.query', 'ticket.expires_at'])
    .executeTakeFirst()
  return used && used.expires_at > now ? used.query : undefined
}
