import { hashOfToken, randomToken } from '../accounts/random-token.ts'
import { later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

const LIFETIME = minutes(1)

/** @returns the ticket, which is kept nowhere; it is good once, for a minute */
export async function issueTicket(db: Db, query: string, now: Date): Promise<string> {
  await db.deleteFrom('export_tickets').where('expires_at', '<=', now).execute()
  const ticket = randomToken()
  await db
    .insertInto('export_tickets')
    .values({ ticket_hash: hashOfToken(ticket), query, expires_at: later(now, LIFETIME) })
    .execute()
  return ticket
}

/** @returns the query it was issued for; undefined when it was never issued, was used before or is too old */
export async function useTicket(db: Db, ticket: string, now: Date): Promise<string | undefined> {
  const used = await db
    .deleteFrom('export_tickets')
    .where('ticket_hash', '=', hashOfToken(ticket))
    .returning(['query', 'expires_at'])
    .executeTakeFirst()
  return used && used.expires_at > now ? used.query : undefined
}
