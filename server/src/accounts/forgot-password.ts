import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { emailKey } from './email-key.ts'

/**
 * Store a request for a reset link, which `sendResetLinks` processes later. Whether an account exists is not checked
 * here, so that neither the response nor its time reveals it. A request for an e-mail of which one is stored already is
 * not stored; only simultaneous ones may be, at most as many as there are database connections.
 */
export async function forgotPassword(db: Db, email: string, now: Date): Promise<void> {
  const waiting = db.selectFrom('password_reset_requests').select('id').where('email_key', '=', emailKey(email))
  await db
    .insertInto('password_reset_requests')
    .columns(['email', 'requested_at'])
    .expression(sql`select ${email}, ${now}::timestamptz where not exists (${waiting})`)
    .execute()
}
