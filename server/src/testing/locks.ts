import type pg from 'pg'

/** How many queries on this database wait for a lock that somebody holds: what a test of a race waits for. */
export async function queriesWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
