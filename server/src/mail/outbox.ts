import { type Selectable, sql, type Updateable } from 'kysely'
import { days, earlier, hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { MailOutbox } from '../platform/db/db-types.ts'
import { type DueWork, isClaimed } from '../platform/jobs/due-work.ts'

export type QueuedMail = Selectable<MailOutbox>

export const mailWork: DueWork<'mail_outbox'> = {
  table: 'mail_outbox',
  key: ['id'],
  due: 'next_attempt_at',
  attempts: 'attempts',
  isOpen: sql<boolean>`(sent_at is null and given_up_at is null)`,
  longestPauseMs: hours(6),
}

export function markSent(db: Db, mail: QueuedMail, now: Date): Promise<void> {
  return endClaim(db, mail, { sent_at: now, text: null, html: null, last_error: null })
}

export function markFailed(db: Db, mail: QueuedMail, reason: string): Promise<void> {
  return endClaim(db, mail, { last_error: reason })
}

export function giveUp(db: Db, mail: QueuedMail, reason: string, now: Date): Promise<void> {
  return endClaim(db, mail, { given_up_at: now, text: null, html: null, last_error: reason })
}

/** No effect when another process has taken the mail over, or has sent it. */
async function endClaim(db: Db, mail: QueuedMail, outcome: Updateable<MailOutbox>): Promise<void> {
  const taken = db.updateTable('mail_outbox').set(outcome).where(isClaimed(mailWork, mail))
  await taken.where('sent_at', 'is', null).execute()
}

/** The time for which the outbox shows whether a mail was sent. */
const retentionMs = days(30)

/** Delete mail that was queued 30 days ago or earlier. By then it was sent or has expired. */
export async function deleteOldMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_outbox').where('created_at', '<=', earlier(now, retentionMs)).execute()
}
