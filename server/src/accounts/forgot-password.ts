import type { Db } from '../platform/db/db.ts'

/**
 * Store a request for a reset link, which `sendResetLinks` processes later. Whether an account exists is not checked
 * here, so that neither the response nor its time reveals it.
 */
export async function forgotPassword(db: Db, email: string, now: Date): Promise<void> {
  await db.insertInto('password_reset_requests').values({ email, requested_at: now }).execute()
}
