import type { Db } from '../platform/db/db.ts'

/** The tokens in the reset links that were mailed to `recipient`, oldest first. */
export async function mailedTokens(db: Db, recipient: string): Promise<string[]> {
  const mails = await db
    .selectFrom('mail_outbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute()
  return mails.flatMap(({ text }) => /\/auth\/reset-password\?token=(\S+)/.exec(text ?? '')?.[1] ?? [])
}
