import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { emailKey } from '../users/email-key.ts'

/**
 * Store a request for a reset link, which `sendResetLinks` processes later. Neither the response nor its time reveals
 * whether an account exists, because it is not checked here. An e-mail has one stored request; simultaneous requests may
 * store more, at most as many as there are database connections.
 */
export async function forgotPassword(db: Db, email: string, now: Date): Promise<void> {
  const waiting = db.selectFrom('password_reset_requests').select('id').where('email_key', '=', emailKey(email))
  await db
    .insertInto('password_reset_requests')
    .columns(['email', 'requested_at'])
    .expression(sql`select ${email}, ${now}::timestamptz where not exists (${waiting})`)
    .execute()
}
