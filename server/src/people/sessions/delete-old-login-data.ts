import { days, earlier, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteOldEmailChanges } from '../users/email-changes.ts'

/** The longest window in which attempts are counted. */
const longestWindowMs = hours(1)
/** How long an account remembers an IP address since the last login from there. */
const rememberedIpMs = days(365)

/** Delete attempts that no limit counts any more, IP addresses without recent logins, and expired sessions and links. */
export async function deleteOldLoginData(db: Db, now: Date): Promise<void> {
  const windowStart = earlier(now, longestWindowMs)
  await db.deleteFrom('login_failures').where('failed_at', '<=', windowStart).execute()
  await db.deleteFrom('registrations').where('registered_at', '<=', windowStart).execute()
  await db.deleteFrom('taken_registrations').where('tried_at', '<=', windowStart).execute()
  await db.deleteFrom('login_addresses').where('last_login_at', '<', earlier(now, rememberedIpMs)).execute()
  await db.deleteFrom('password_resets').where('created_at', '<=', windowStart).execute()
  await deleteOldEmailChanges(db, now)
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
