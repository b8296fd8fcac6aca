import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Job } from '../../platform/jobs/schedule-job.ts'
import { findInBooks } from './check-books.ts'

export const findingsJob = ({ clock }: { clock: Clock }): Job => ({
  name: 'look through the books',
  seconds: 3600,
  task: (db) => keepFindings(db, clock()),
})

/** Look through the books, and keep what is found for the list of money to look at. What is right again leaves it. */
export async function keepFindings(db: Db, now: Date): Promise<void> {
  const found = JSON.stringify(await findInBooks(db, now))
  await transact(db, async (tx) => {
    await sql`
      delete from book_findings where (rule, subject) not in (
        select rule, subject from jsonb_to_recordset(${found}::jsonb) as found (rule text, subject text))`.execute(tx)
    await sql`
      insert into book_findings (rule, subject, detail, found_at)
      select rule, subject, string_agg(detail, '; ' order by detail), ${now}
      from jsonb_to_recordset(${found}::jsonb) as found (rule text, subject text, detail text) group by rule, subject
      on conflict (rule, subject) do update set detail = excluded.detail, found_at = excluded.found_at
      where book_findings.detail <> excluded.detail`.execute(tx)
  })
}
