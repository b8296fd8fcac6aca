import type { Sender } from '../../mail/mail-content.ts'
import type { MailServer } from '../../mail/transports/mail-server.ts'
import { smtpProblem } from '../../mail/transports/smtp-transport.ts'
import { countTestMails, recordTestMail, testMail } from '../../mail/transports/test-mails.ts'
import type { Account } from '../../people/login/guards.ts'
import { NotForDemoAccounts } from '../../people/users/errors.ts'
import { lockUser } from '../../people/users/lock-user.ts'
import { hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { ShopError } from '../../platform/errors.ts'

/** The limit in an hour for one recipient. */
const maxTestMails = 5
const windowMs = hours(1)
const timeoutMs = 30_000

/** No mail left the shop, or the mail server refused it. The sentence says why. */
class TestMailFailed extends ShopError<'VALIDATION'> {
  constructor(sentence: string, cause?: unknown) {
    super('VALIDATION', { sentence, cause })
  }
}

class TooManyTestMails extends ShopError<'RATE_LIMITED'> {
  constructor() {
    super('RATE_LIMITED', {
      sentence: 'Email uji sudah terlalu sering dikirim. Silakan coba lagi nanti.',
      retryAfterSeconds: windowMs / 1_000,
    })
  }
}

/**
 * Send a mail to the administrator's own e-mail now, so that the answer says whether the mail server accepted it.
 * @returns the recipient
 * @throws {TestMailFailed} | {TooManyTestMails} | {NotForDemoAccounts}
 */
export async function sendTestMail(
  { db, mailServer, sender }: { db: Db; mailServer: MailServer; sender: Sender },
  by: Account,
  now: Date,
): Promise<string> {
  if (by.isDemo) throw new NotForDemoAccounts()
  if (mailServer.source() === 'folder') {
    throw new TestMailFailed('Server email belum diatur, jadi belum ada email yang bisa dikirim.')
  }
  const { recipient, id } = await transact(db, async (tx) => {
    const { email } = await lockUser(tx, by.id)
    if ((await countTestMails(tx, email, { withinMs: windowMs }, now)) >= maxTestMails) throw new TooManyTestMails()
    return { recipient: email, id: await recordTestMail(tx, testMail(sender, email), now) }
  })
  const mail = { ...testMail(sender, recipient), id, created_at: now }
  try {
    await mailServer.transport.send(mail, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    throw new TestMailFailed(`Email uji tidak terkirim. ${whyOf(error, mailServer)}`, error)
  }
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: now, given_up_at: null, last_error: null })
    .where('id', '=', id)
    .execute()
  return recipient
}

function whyOf(error: unknown, mailServer: MailServer): string {
  const given = mailServer.source() === 'browser' ? mailServer.given() : undefined
  if (given?.username && given.password === undefined) return 'Kata sandi server email belum diisi.'
  return smtpProblem(error, given)
}
