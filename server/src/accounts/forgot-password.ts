import type { Db } from '../platform/db/db.ts'

/**
 * Note that somebody wants a link for a new password; `sendResetLinks` sees to it. Who has an account is not looked at
 * here, so that neither the answer nor its time tells.
 */
export async function forgotPassword(db: Db, email: string, now: Date): Promise<void> {
  await db.insertInto('password_reset_requests').values({ email, requested_at: now }).execute()
}
