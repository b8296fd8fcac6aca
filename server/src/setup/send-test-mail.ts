import { NotForDemoAccounts } from '../accounts/errors.ts'
import type { Account } from '../accounts/guards.ts'
import { lockUser } from '../accounts/lock-user.ts'
import { nextTestMailAt, queueTestMail } from '../mail/test-mail.ts'
import { transact } from '../platform/db/transact.ts'
import type { SetupDeps } from './deps.ts'
import { NoMailServer, TooManyTestMails } from './errors.ts'

/**
 * Queue a test mail to the administrator's own e-mail. `readSetup` says what has become of it.
 * @returns the recipient
 * @throws {NoMailServer} it would only be written to a folder
 * @throws {NotForDemoAccounts} their e-mail belongs to nobody
 * @throws {TooManyTestMails}
 */
export function sendTestMail(
  { db, mailServer, settings }: Pick<SetupDeps, 'db' | 'mailServer' | 'settings'>,
  by: Account,
  now: Date,
): Promise<string> {
  if (by.isDemo) throw new NotForDemoAccounts()
  if (!mailServer()) throw new NoMailServer()
  return transact(db, async (tx) => {
    const { email: recipient } = await lockUser(tx, by.id)
    const next = await nextTestMailAt(tx, recipient, now)
    if (next) throw new TooManyTestMails(next, now)
    await queueTestMail(tx, { shopName: settings.current().shop_name, recipient }, now)
    return recipient
  })
}
