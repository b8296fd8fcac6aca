import type { Sender } from '../../mail/mail-content.ts'
import { mayQueueLimitedMail, queueLimitedMail } from '../../mail/queue-mail.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { eachApart, togetherOrApart } from '../../platform/jobs/each-apart.ts'
import { resetLinkMail } from '../users/account-mails.ts'
import { lockUsersByRecoveryEmail } from '../users/queries.ts'
import { createReset, resetRequests, takeResetRequests } from './password-resets.ts'

export interface ResetLinkDeps {
  db: Db
  sender: Sender
  clock: Clock
}

/**
 * Mail a reset link to each account for which one was requested since the last run. It is valid once and for
 * `resetLinkMinutes`, and replaces the account's former link. Requests for an e-mail without account, and those that
 * exceed the limit of mails for a recipient, are dropped silently.
 */
export async function sendResetLinks(deps: ResetLinkDeps, signal: AbortSignal): Promise<void> {
  const answer = (some: readonly number[]) => answerRequests(deps, some)
  await eachApart(resetRequests(deps.db), (ids) => togetherOrApart(ids, answer, signal), signal)
}

function answerRequests({ db, sender, clock }: ResetLinkDeps, ids: readonly number[]): Promise<void> {
  return transact(db, async (tx) => {
    const now = clock()
    const emailKeys = await takeResetRequests(tx, ids)
    if (emailKeys.length === 0) return
    for (const { id, recoveryEmail: email, isFormerEmail } of await lockUsersByRecoveryEmail(tx, emailKeys, now)) {
      // A link that can't be mailed would end the owner's valid link.
      if (!(await mayQueueLimitedMail(tx, email, now))) continue
      const reset = await createReset(tx, { id, email }, now)
      await queueLimitedMail(tx, resetLinkMail(sender, { email, isFormerEmail }, reset), now)
    }
  })
}
