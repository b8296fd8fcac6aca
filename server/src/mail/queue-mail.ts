import { days, later } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'

export interface Mail {
  /** An e-mail address without a name. */
  recipient: string
  subject: string
  text: string
  html: string
  /** It is not sent after this moment; by default three days from now. */
  expiresAt?: Date
}

/** The topic of the events about queued mail, to which `startMailDelivery` subscribes. */
export const mailTopic = 'mail'

const lifetimeMs = days(3)

/** Queue a mail in the transaction that causes it. It is sent after the commit, and never after a rollback. */
export async function queueMail(tx: Tx, { expiresAt, ...mail }: Mail, now: Date): Promise<void> {
  await tx
    .insertInto('mail_outbox')
    .values({ ...mail, created_at: now, next_attempt_at: now, expires_at: expiresAt ?? later(now, lifetimeMs) })
    .execute()
  await publish(tx, { topic: mailTopic, event: 'queued', data: null })
}
