import { queueMail } from '../mail/queue-mail.ts'
import type { Db } from '../platform/db.ts'
import { resetLinkMail, type Sender } from './password-mails.ts'
import { openReset } from './password-resets.ts'
import { lockUserByEmail } from './queries.ts'

/**
 * Mail a link for a new password to whoever has an account with this e-mail. It is good for 30 minutes and once, and a
 * second call makes the former link worthless. Nothing happens, and nobody is told, for an unknown e-mail and after the
 * third link within an hour.
 */
export async function forgotPassword(
  { db, sender }: { db: Db; sender: Sender },
  email: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    const reset = user && (await openReset(tx, user, now))
    if (reset) await queueMail(tx, resetLinkMail(sender, user, reset), now)
  })
}
