import { hashOfToken, randomToken } from '../accounts/random-token.ts'
import { later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

const lifetimeMs = minutes(1)

/** @returns the ticket, of which only a hash is stored; it is valid once, for a minute */
export async function issueTicket(db: Db, query: string, now: Date): Promise<string> {
  await db.deleteFrom('export_tickets').where('expires_at', '<=', now).execute()
  const ticket = randomToken()
  await db
    .insertInto('export_tickets')
    .values({ ticket_hash: hashOfToken(ticket), query, expires_at: later(now, lifetimeMs) })
    .execute()
  return ticket
}

/** @returns the query for which the ticket was issued; undefined when it is unknown, used or expired */
export async function useTicket(db: Db, ticket: string, now: Date): Promise<string | undefined> {
  const used = await db
    .deleteFrom('export_tickets')
    .where('ticket_hash', '=', hashOfToken(ticket))
    .returning(['query', 'expires_at'])
    .executeTakeFirst()
  return used && used.expires_at > now ? used.query : undefined
}
