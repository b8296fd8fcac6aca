import { queueMail } from '../mail/queue-mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { resetLinkMail, type Sender } from './password-mails.ts'
import { createReset, takeResetRequests } from './password-resets.ts'
import { lockUsersByEmailKey } from './queries.ts'

export interface ResetLinkDeps {
  db: Db
  sender: Sender
  clock: Clock
}

/**
 * Mail a reset link to each account for which one was requested since the last run. It is valid once and for
 * `resetLinkMinutes`, and replaces the account's former link. Requests for an e-mail without account, and those after
 * the third link in an hour, are dropped silently.
 */
export async function sendResetLinks({ db, sender, clock }: ResetLinkDeps, signal: AbortSignal): Promise<void> {
  let more = true
  while (more && !signal.aborted) {
    more = await transact(db, async (tx) => {
      const now = clock()
      const emailKeys = await takeResetRequests(tx)
      for (const user of await lockUsersByEmailKey(tx, emailKeys)) {
        const reset = await createReset(tx, user, now)
        if (reset) await queueMail(tx, resetLinkMail(sender, user, reset), now)
      }
      return emailKeys.length > 0
    })
  }
}
