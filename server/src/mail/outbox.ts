import type { Selectable, Updateable } from 'kysely'
import { days, earlier, hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { MailOutbox } from '../platform/db/db-types.ts'
import { isLeaseFree, leaseEnd } from '../platform/db/lease-time.ts'
import { isDelayOver } from '../platform/db/stored-moments.ts'

const mailColumns = ['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'expires_at', 'attempts'] as const
export type QueuedMail = Pick<Selectable<MailOutbox>, (typeof mailColumns)[number]>

/** The most time between two attempts. */
export const longestBackoffMs = hours(6)

/**
 * Take the mail that has been due longest, with a lease whose number is `attempts`. No other process takes it before
 * `leaseMs` have passed by the clock of the database.
 * @returns undefined if none is due
 */
export function claimMail(db: Db, leaseMs: number, now: Date): Promise<QueuedMail | undefined> {
  return db
    .updateTable('mail_outbox')
    .set((eb) => ({ lease_ends_at: leaseEnd(leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where(isDelayOver('next_attempt_at', longestBackoffMs, now))
        .where(isLeaseFree('lease_ends_at', leaseMs))
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(mailColumns)
    .executeTakeFirst()
}

/** No effect when the lease has expired and another process has taken the mail. */
export function markSent(db: Db, mail: QueuedMail, now: Date): Promise<void> {
  return endClaim(db, mail, { sent_at: now, text: null, html: null, last_error: null })
}

/** No effect when the lease has expired and another process has taken the mail. */
export function postpone(db: Db, mail: QueuedMail, until: Date, reason: string): Promise<void> {
  return endClaim(db, mail, { next_attempt_at: until, last_error: reason })
}

/** No effect when the lease has expired and another process has taken the mail. */
export function giveUp(db: Db, mail: QueuedMail, reason: string, now: Date): Promise<void> {
  return endClaim(db, mail, { given_up_at: now, text: null, html: null, last_error: reason })
}

async function endClaim(db: Db, { id, attempts }: QueuedMail, outcome: Updateable<MailOutbox>): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...outcome, lease_ends_at: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}

/** The time for which the outbox shows whether a mail was sent. */
const retentionMs = days(30)

/** Delete mail that was queued 30 days ago or earlier. By then it was sent or has expired. */
export async function deleteOldMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_outbox').where('created_at', '<=', earlier(now, retentionMs)).execute()
}
