import { days, earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

/** For so long the shop can say whether a mail was sent. */
const REMEMBERED = days(30)

/** Delete what was written long ago: by then it was sent or is out of date. */
export async function forgetOldMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_outbox').where('created_at', '<=', earlier(now, REMEMBERED)).execute()
}
