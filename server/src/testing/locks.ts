import { sql } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Tx } from '../platform/db/db.ts'

/** The number of queries on this database that wait for a lock, for tests of races. */
export async function queriesWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}

/** Nobody else can write to the table until the transaction ends, which may take as long as the test wants. */
export async function lockForWrites(tx: Tx, table: string): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
}

/** Run `acts` while nobody can write to a table. They may write when they all wait, for the table or for one another. */
export async function whileReadOnly<Result>(
  pool: pg.Pool,
  table: string,
  acts: (() => Promise<Result>)[],
): Promise<Result[]> {
  return inAnotherTransaction(pool, async (other) => {
    await other.query(`lock table ${table} in share mode`)
    const results = acts.map((act) => act())
    await expect.poll(() => queriesWaiting(pool)).toBe(acts.length)
    await other.query('commit')
    return Promise.all(results)
  })
}

/** Run `act` with an open transaction of another connection. What `act` does not commit is rolled back. */
export async function inAnotherTransaction<Result>(
  pool: pg.Pool,
  act: (other: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect()
  try {
    await other.query('begin')
    return await act(other)
  } finally {
    await other.query('rollback')
    other.release()
  }
}
