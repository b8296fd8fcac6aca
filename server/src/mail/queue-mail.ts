import { days, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'

export interface Mail {
  /** An address alone, without a name. */
  recipient: string
  subject: string
  text: string
  html: string
  /** When it is no longer of use to the recipient; by default three days from now. */
  expiresAt?: Date
}

/** What the delivery listens to. */
export const mailTopic = 'mail'

const USEFUL_FOR = days(3)

/** Write a mail in the transaction of its reason. It leaves when that commits, and never when it doesn't. */
export async function queueMail(tx: Db, { expiresAt, ...mail }: Mail, now: Date): Promise<void> {
  await tx
    .insertInto('mail_outbox')
    .values({ ...mail, created_at: now, next_attempt_at: now, expires_at: expiresAt ?? later(now, USEFUL_FOR) })
    .execute()
  await publish(tx, { topic: mailTopic, event: 'queued', data: null })
}
