import { days, earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

/** How long the outbox shows whether a mail was sent. */
const retentionMs = days(30)

/** Delete mail queued 30 days ago or earlier: by then it was sent or has expired. */
export async function deleteOldMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_outbox').where('created_at', '<=', earlier(now, retentionMs)).execute()
}
