/** The mail with which an administrator tests the mail server. Its subject differs from all other mail. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isWithinLast } from '../../platform/db/stored-moments.ts'
import type { Sender } from '../mail-content.ts'
import type { Mail } from '../queue-mail.ts'
import { renderMail } from '../render-mail.ts'

const subjectBegins = 'Email uji dari '
const isTestMail: RawBuilder<boolean> = sql<boolean>`starts_with(subject, ${subjectBegins})`

export function testMail(sender: Sender, recipient: string): Mail {
  return {
    recipient,
    ...renderMail(sender, {
      subject: `${subjectBegins}${sender.shopName}`,
      title: 'Server email sudah benar',
      paragraphs: [
        'Email ini dikirim dari Pengaturan untuk mencoba server email toko Anda.',
        'Kalau Anda membacanya, server email sudah benar: pembeli akan menerima tautan untuk mengatur ulang kata sandi, dan Anda menerima peringatan toko.',
      ],
    }),
  }
}

/** The number sent to this recipient, including failures. Lock its user first, so that simultaneous requests count. */
export async function countTestMails(
  tx: Tx,
  recipient: string,
  { withinMs }: { withinMs: number },
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isTestMail)
    .where(sql`lower_email(recipient)`, '=', sql`lower_email(${recipient})`)
    .where(isWithinLast('created_at', withinMs, now))
    .executeTakeFirstOrThrow()
  return count
}

/** Store a mail that the caller sends: the outbox does not send it. @returns its id */
export async function recordTestMail(tx: Tx, { recipient, subject }: Mail, now: Date): Promise<string> {
  const row = { recipient, subject, text: null, html: null, created_at: now, next_attempt_at: now, expires_at: now }
  const { id } = await tx
    .insertInto('mail_outbox')
    .values({ ...row, given_up_at: now, attempts: 1, last_error: 'It is being sent' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest test mail of the last 30 days, by any administrator. `testSentAt` is null if it failed. */
export const lastTestMail = (db: Db) =>
  db
    .selectFrom('mail_outbox')
    .select(['created_at as testedAt', 'sent_at as testSentAt'])
    .where(isTestMail)
    .orderBy('created_at', 'desc')
    .limit(1)
