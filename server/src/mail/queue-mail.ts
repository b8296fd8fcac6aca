import { sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { isWithinLast } from '../platform/db/stored-moments.ts'
import { publish } from '../platform/events/broadcast.ts'

export interface Mail {
  /** An e-mail address without a name. */
  recipient: string
  subject: string
  text: string
  html: string
  /** It is not sent after this moment. The default is three days from now. */
  expiresAt?: Date
}

/** The topic of the events about queued mail, to which `startMailDelivery` subscribes. */
export const mailTopic = 'mail'

const lifetimeMs = days(3)

const maxLimitedMails = 3
const limitWindowMs = days(1)

/** Queue a mail in the transaction that causes it. It is sent after the commit, and never after a rollback. */
export function queueMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  return insertMail(tx, mail, { isLimited: false }, now)
}

/** The same for mail that strangers can cause. It is dropped if the recipient has got `maxLimitedMails` within a day. */
export async function queueLimitedMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  if (await mayQueueLimitedMail(tx, mail.recipient, now)) await insertMail(tx, mail, { isLimited: true }, now)
}

/** Whether `queueLimitedMail` would queue a mail to this recipient now. */
export async function mayQueueLimitedMail(tx: Tx, recipient: string, now: Date): Promise<boolean> {
  const { count } = await tx
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_limited', '=', true)
    .where(sql`lower_email(recipient)`, '=', sql`lower_email(${recipient})`)
    .where(isWithinLast('created_at', limitWindowMs, now))
    .executeTakeFirstOrThrow()
  return count < maxLimitedMails
}

async function insertMail(
  tx: Tx,
  { expiresAt, ...mail }: Mail,
  { isLimited }: { isLimited: boolean },
  now: Date,
): Promise<void> {
  const expires_at = expiresAt ?? later(now, lifetimeMs)
  await tx
    .insertInto('mail_outbox')
    .values({ ...mail, is_limited: isLimited, created_at: now, next_attempt_at: now, expires_at })
    .execute()
  await publish(tx, { topic: mailTopic, event: 'queued', data: null })
}
