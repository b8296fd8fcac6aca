/**
 * The link with which the first administrator of a shop is made in the browser. There is at most one, and none is valid
 * once the shop has an administrator.
 */
import { type FirstAdminLinkState, firstAdminLinkHours } from '@camilan/contract/accounts'
import { hours, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { hasAdmin } from '../users/queries.ts'
import { hashOfToken, randomToken } from '../users/random-token.ts'

export interface NewFirstAdminLink {
  /** The token is not stored. */
  token: string
  expiresAt: Date
}

/**
 * Create a link that replaces the former one.
 * @returns undefined if the shop has an administrator; demo accounts don't count
 */
export async function createFirstAdminLink(db: Db, now: Date): Promise<NewFirstAdminLink | undefined> {
  if (await hasAdmin(db)) return undefined
  const token = randomToken()
  const expiresAt = later(now, hours(firstAdminLinkHours))
  const link = { token_hash: hashOfToken(token), created_at: now, expires_at: expiresAt }
  await db
    .insertInto('first_administrator_links')
    .values(link)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(link))
    .execute()
  return { token, expiresAt }
}

/** The token is in the fragment, which browsers send to nobody and servers log nowhere. */
export const firstAdminUrl = (publicUrl: string, token: string) => `${publicUrl}/auth/first-admin#${token}`

export async function stateOfFirstAdminLink(db: Db, token: string, now: Date): Promise<FirstAdminLinkState> {
  if (await hasAdmin(db)) return 'administrator_exists'
  const link = await linkOf(db, token).executeTakeFirst()
  if (!link) return 'unknown'
  return link.expires_at > now ? 'usable' : 'expired'
}

/** The same, and locks the link. The second of two requests with one token finds an administrator. */
export async function lockFirstAdminLink(tx: Tx, token: string, now: Date): Promise<FirstAdminLinkState> {
  await linkOf(tx, token).forUpdate().executeTakeFirst()
  // Read after waiting for the lock.
  return stateOfFirstAdminLink(tx, token, now)
}

export async function endFirstAdminLink(tx: Tx): Promise<void> {
  await tx.deleteFrom('first_administrator_links').execute()
}

const linkOf = (db: Db, token: string) =>
  db.selectFrom('first_administrator_links').select('expires_at').where('token_hash', '=', hashOfToken(token))
