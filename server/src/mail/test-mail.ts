/** The mail with which an administrator tries the shop's mail server. Its subject tells it from all other mail. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { earlier, hours, later } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { queueMail } from './queue-mail.ts'
import { renderMail } from './render-mail.ts'

const subjectBegins = 'Email uji dari '
const isTestMail: Expression<SqlBool> = sql<boolean>`starts_with(subject, ${subjectBegins})`

/** In an hour, to one recipient. */
const maxTestMails = 5
const windowMs = hours(1)

/** Later tries of a mail server that was wrong would come as a surprise. */
const lifetimeMs = hours(1)

/**
 * When the next test mail to this recipient may be queued; null for now. Lock the recipient's user first, so that
 * simultaneous requests are counted.
 */
export async function nextTestMailAt(tx: Tx, recipient: string, now: Date): Promise<Date | null> {
  const limiting = await tx
    .selectFrom('mail_outbox')
    .select('created_at')
    .where(isTestMail)
    .where(sql`lower_email(recipient)`, '=', sql`lower_email(${recipient})`)
    .where('created_at', '>', earlier(now, windowMs))
    .orderBy('created_at', 'desc')
    .offset(maxTestMails - 1)
    .limit(1)
    .executeTakeFirst()
  return limiting ? later(limiting.created_at, windowMs) : null
}

/** Queue a test mail. One that still waits is given up: it would only repeat what this one finds out. */
export async function queueTestMail(
  tx: Tx,
  { shopName, recipient }: { shopName: string; recipient: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({
      given_up_at: now,
      text: null,
      html: null,
      last_error: 'A newer test mail has replaced it',
      lease_ends_at: null,
    })
    .where(isTestMail)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
  const content = renderMail({
    shopName,
    subject: `${subjectBegins}${shopName}`,
    paragraphs: [
      'Email ini dikirim dari halaman “Siapkan toko” untuk mencoba server email toko Anda.',
      'Kalau Anda membacanya, server email sudah benar: pembeli akan menerima tautan untuk mengatur ulang kata sandi, dan Anda menerima pemberitahuan toko.',
    ],
  })
  await queueMail(tx, { recipient, expiresAt: later(now, lifetimeMs), ...content }, now)
}

export interface TestMailRow {
  created_at: Date
  sent_at: Date | null
  given_up_at: Date | null
  /** What the mail server said when the last try failed. */
  last_error: string | null
}

/** The newest test mail, whoever asked for it; undefined where none was sent in the last 30 days. */
export const lastTestMail = (db: Db) =>
  db
    .selectFrom('mail_outbox')
    .select(['created_at', 'sent_at', 'given_up_at', 'last_error'])
    .where(isTestMail)
    .orderBy('created_at', 'desc')
    .orderBy('given_up_at', (order) => order.desc().nullsFirst())
    .limit(1)
