/**
 * Changes of the e-mail of an account. A change has effect at once, although nobody has proved to receive mail at the new
 * address. The owner therefore keeps rights at the former e-mail for seven days: it stays reserved, only it gets reset
 * links, and it gets a notice with a link that takes the change back. The former e-mail is the one before the first change
 * within seven days, so further changes can't take these rights away.
 */
import { undoLinkDays } from '@camilan/contract/accounts'
import { type RawBuilder, sql } from 'kysely'
import { days, earlier, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isWithinLast } from '../../platform/db/stored-moments.ts'
import { emailKey } from './email-key.ts'
import { EmailTaken, TooManyEmailChanges } from './errors.ts'
import { hashOfToken, randomToken } from './random-token.ts'

const windowMs = days(undoLinkDays)
const limitWindowMs = days(1)
const maxInLimitWindow = 3

/**
 * Record that a user gives up an e-mail. Lock the user first.
 * @returns the address of the notice, and the token for its link, which is not stored
 * @throws {TooManyEmailChanges}
 */
export async function recordEmailChange(
  tx: Tx,
  user: { id: string; email: string },
  now: Date,
): Promise<{ notifiedEmail: string; token: string; expiresAt: Date }> {
  const limiting = await tx
    .selectFrom('email_changes')
    .select('changed_at')
    .where('user_id', '=', user.id)
    .where(isWithinLast('changed_at', limitWindowMs, now))
    .orderBy('changed_at', 'desc')
    .offset(maxInLimitWindow - 1)
    .limit(1)
    .executeTakeFirst()
  if (limiting) throw new TooManyEmailChanges(later(limiting.changed_at, limitWindowMs), now)

  const first = await changesInWindow(tx, now)
    .select('former_email')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const notifiedEmail = first?.former_email ?? user.email
  const token = randomToken()
  await tx
    .insertInto('email_changes')
    .values({
      user_id: user.id,
      former_email: user.email,
      notified_email: notifiedEmail,
      undo_token_hash: hashOfToken(token),
      changed_at: now,
    })
    .execute()
  return { notifiedEmail, token, expiresAt: later(now, windowMs) }
}

/**
 * Call it after the user got the e-mail, in the same transaction. The unique index made the user wait for an account that
 * gives the e-mail up at the same time, so that account has committed.
 * @throws {EmailTaken} the e-mail is reserved for the account that had it
 */
export async function assertEmailNotReserved(tx: Tx, { id, email }: { id: string; email: string }, now: Date) {
  const reservation = await reservations(tx, email, now).where('user_id', '!=', id).executeTakeFirst()
  if (reservation) throw new EmailTaken()
}

/** Whether an account had this e-mail within seven days, or has a valid link that restores it. */
export async function isEmailReserved(db: Db, email: string, now: Date): Promise<boolean> {
  return (await reservations(db, email, now).executeTakeFirst()) !== undefined
}

const reservations = (db: Db, email: string, now: Date) =>
  changesInWindow(db, now)
    .select('user_id')
    .where(({ or, eb }) =>
      or([eb('former_email_key', '=', emailKey(email)), eb('notified_email_key', '=', emailKey(email))]),
    )
    .limit(1)

const changesInWindow = (db: Db, now: Date) =>
  db.selectFrom('email_changes').where('changed_at', '>', earlier(now, windowMs)).where('undone_at', 'is', null)

/** Users to whom a reset link may be sent at one of these e-mails, as a subquery. */
export const formerOwnersOf = (db: Db, emailKeys: string[], now: Date) =>
  changesInWindow(db, now).select('user_id').where('former_email_key', '=', sql<string>`any(${emailKeys}::text[])`)

/** The only e-mail that gets reset links, for a query on `users`: the former e-mail if there is one, else the present one. */
export const recoveryEmail = (now: Date): RawBuilder<string> => sql`coalesce(
  (select former_email from email_changes
    where email_changes.user_id = users.id and undone_at is null and changed_at > ${earlier(now, windowMs)}
    order by email_changes.id limit 1),
  users.email)`

export interface UndoableChange {
  id: number
  user_id: string
  notified_email: string
}

/** The change of a valid link, with its user locked. The second of two requests with one token finds none. */
export async function lockUndoableChange(tx: Tx, token: string, now: Date): Promise<UndoableChange | undefined> {
  const change = changesInWindow(tx, now)
    .select(['id', 'user_id', 'notified_email'])
    .where('undo_token_hash', '=', hashOfToken(token))
  const found = await change.executeTakeFirst()
  if (!found) return undefined
  await tx.selectFrom('users').select('id').where('id', '=', found.user_id).forNoKeyUpdate().execute()
  // The row of the change may have changed during the wait for the lock: read it again.
  return change.executeTakeFirst()
}

/**
 * Mark the change as undone, and with it the later ones and those whose notice went to the same e-mail. A link that an
 * earlier owner has at another e-mail stays valid.
 */
export async function markUndone(tx: Tx, { id, user_id, notified_email }: UndoableChange, now: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('user_id', '=', user_id)
    .where('undone_at', 'is', null)
    .where(({ or, eb }) => or([eb('id', '>=', id), eb('notified_email_key', '=', emailKey(notified_email))]))
    .execute()
}

export async function deleteOldEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('changed_at', '<=', earlier(now, windowMs)).execute()
}
