import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'

/** End a connection between two statements of its transaction. @returns how many there were, 0 or 1 */
export async function breakTransaction(db: Db): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' order by random() limit 1`.execute(db)
  return rows.length
}
