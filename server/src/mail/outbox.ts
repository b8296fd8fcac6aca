import type { Selectable } from 'kysely'
import { later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { MailOutbox } from '../platform/db/db-types.ts'

const mailColumns = ['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'expires_at', 'attempts'] as const
export type QueuedMail = Pick<Selectable<MailOutbox>, (typeof mailColumns)[number]>

/**
 * Take the mail that has been due longest, with a lease: no other process takes it before `leaseMs` have passed.
 * @returns undefined when none is due
 */
export function claimMail(db: Db, leaseMs: number, now: Date): Promise<QueuedMail | undefined> {
  return db
    .updateTable('mail_outbox')
    .set((eb) => ({ next_attempt_at: later(now, leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(mailColumns)
    .executeTakeFirst()
}

export async function markSent(db: Db, { id }: QueuedMail, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: now, text: null, html: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** No effect when the lease has expired and another process has taken the mail. */
export async function postpone(db: Db, { id, attempts }: QueuedMail, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: until, last_error: reason })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}

/** No effect when the lease has expired and another process has taken the mail. */
export async function giveUp(db: Db, { id, attempts }: QueuedMail, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ given_up_at: now, text: null, html: null, last_error: reason })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}
