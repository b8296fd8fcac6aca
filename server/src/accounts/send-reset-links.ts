import { queueMail } from '../mail/queue-mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { resetLinkMail, type Sender } from './password-mails.ts'
import { openReset, takeResetRequests } from './password-resets.ts'
import { lockUsersByEmail } from './queries.ts'

export interface ResetLinkDeps {
  db: Db
  sender: Sender
  clock: Clock
}

/**
 * Mail a link for a new password to each account that was asked for since the last run. It is good for 30 minutes and
 * once, and makes the account's former link worthless. Nothing happens, and nobody is told, for an e-mail without
 * account and after the third link within an hour.
 */
export async function sendResetLinks({ db, sender, clock }: ResetLinkDeps, signal: AbortSignal): Promise<void> {
  let more = true
  while (more && !signal.aborted) {
    more = await transact(db, async (tx) => {
      const now = clock()
      const emails = await takeResetRequests(tx)
      for (const user of await lockUsersByEmail(tx, emails)) {
        const reset = await openReset(tx, user, now)
        if (reset) await queueMail(tx, resetLinkMail(sender, user, reset), now)
      }
      return emails.length > 0
    })
  }
}
