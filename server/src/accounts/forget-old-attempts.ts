import { days, earlier, hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

/** The longest window in which attempts are counted. */
const COUNTED = hours(1)
/** An address that an account has not logged in from for so long is a stranger's again. */
const REMEMBERED = days(365)

/** Delete what no rule looks at any more: old attempts, addresses of long ago, sessions and links that ran out. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<=', earlier(now, COUNTED)).execute()
  await db.deleteFrom('registrations').where('registered_at', '<=', earlier(now, COUNTED)).execute()
  await db.deleteFrom('login_addresses').where('last_login_at', '<', earlier(now, REMEMBERED)).execute()
  await db.deleteFrom('password_resets').where('created_at', '<=', earlier(now, COUNTED)).execute()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
