/**
 * Waiting work is a row with the moment from which it is due. A claim puts the row off before the work begins: no other
 * process takes it meanwhile, and after a crash it is tried again, ever later. The next due row ends the sleep of its job.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Clock, later } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/db-types.ts'
import { latestStored } from '../db/stored-moments.ts'
import type { Job } from './schedule-job.ts'

type Name<Table extends keyof DB> = keyof DB[Table] & string

/** The rows of a table that are waiting work. */
export interface DueWork<Table extends keyof DB> {
  table: Table
  key: readonly Name<Table>[]
  /** The column with the moment of the next attempt. Where `from` says when the first one is, it is null until then. */
  due: Name<Table>
  /** The column with the number of attempts; only the holder of a claim knows the present one. */
  attempts: Name<Table>
  /** The moment before which there is no work, whatever `due` says. */
  from?: RawBuilder<Date>
  /** Rows for which it is false are done or given up. */
  isOpen?: RawBuilder<boolean>
  /** The pauses between attempts are 1, 2, 4 … minutes, and at most this long. */
  longestPauseMs: number
  /** The longest time by which `putOff` moves a row. */
  longestDelayMs?: number
}

interface ClaimOptions {
  atMost?: number
  /** Rows that are left for another claim. */
  except?: RawBuilder<boolean>
}

/** Claim rows that are due, those first that have waited longest. @returns none if none is due */
export async function claimDue<Table extends keyof DB>(
  db: Db,
  work: DueWork<Table>,
  now: Date,
  { atMost = 1, except = sql<boolean>`false` }: ClaimOptions = {},
): Promise<Selectable<DB[Table]>[]> {
  const table = sql.table(work.table)
  const key = sql.join(work.key.map((column) => sql.ref(column)))
  const [due, attempts] = [sql.ref(work.due), sql.ref(work.attempts)]
  const { rows } = await sql<Selectable<DB[Table]>>`
    with claimed as materialized (
      select ${key} from ${table} where ${isDue(work, now)} and not ${except}
      order by ${due} nulls first limit ${atMost} for no key update skip locked
    )
    update ${table} set ${attempts} = ${attempts} + 1, ${due} = ${now}::timestamptz
      + least(interval '1 minute' * 2 ^ least(${attempts}, 20), ${work.longestPauseMs} * interval '1 millisecond')
    where (${key}) in (select * from claimed) returning *`.execute(db)
  return rows
}

/** Claim due rows, one after the other, until none is left or the signal aborts. */
export async function* claimsOf<Table extends keyof DB>(
  db: Db,
  work: DueWork<Table>,
  clock: Clock,
  signal?: AbortSignal,
): AsyncGenerator<Selectable<DB[Table]>> {
  while (!signal?.aborted) {
    const [row] = await claimDue(db, work, clock())
    if (!row) return
    yield row
  }
}

/** Whether a row is still as its claim left it: another process has not taken it over, and nobody has planned it anew. */
export const isClaimed = <Table extends keyof DB>(
  work: DueWork<Table>,
  row: Selectable<DB[Table]>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [...work.key, work.attempts].map((column) => sql`${sql.ref(column)} = ${row[column as keyof typeof row]}`),
    sql` and `,
  )})`

/** The claimed row is due at another moment, and the claim does not count as an attempt. */
export async function putOff<Table extends keyof DB>(
  db: Db,
  work: DueWork<Table>,
  row: Selectable<DB[Table]>,
  until: Date,
): Promise<void> {
  const attempts = sql.ref(work.attempts)
  await sql`
    update ${sql.table(work.table)} set ${sql.ref(work.due)} = ${until}, ${attempts} = ${attempts} - 1
    where ${isClaimed(work, row)}`.execute(db)
}

const always = sql<boolean>`true`

/** A moment that lies further ahead than any pause was stored while a clock was ahead. */
function isDue<Table extends keyof DB>(work: DueWork<Table>, now: Date): RawBuilder<boolean> {
  const { isOpen = always, longestPauseMs, longestDelayMs = longestPauseMs } = work
  const due = sql.ref(work.due)
  const hasBegun = work.from ? sql`${work.from} <= ${now}` : always
  const latest = later(latestStored(now), longestDelayMs)
  return sql`(${isOpen} and ${hasBegun} and (${due} is null or ${due} <= ${now} or ${due} > ${latest}))`
}

/** @returns the time until the next row is due; 0 if one is, undefined without any */
export async function msUntilDue<Table extends keyof DB>(
  db: Db,
  work: DueWork<Table>,
  now: Date,
): Promise<number | undefined> {
  const next = sql`greatest(${sql.ref(work.due)}, ${work.from ?? sql.ref(work.due)})`
  const { rows } = await sql<{ at: Date | null }>`
    select min(${next}) as at from ${sql.table(work.table)} where ${work.isOpen ?? always}`.execute(db)
  const at = rows[0]?.at
  return at ? Math.max(0, at.getTime() - now.getTime()) : undefined
}

/** The longest sleep of a job: an event can be lost, and the row of another process needs none. */
const longestSleepSeconds = 60

/** A job that does waiting work, and sleeps until the next row of it is due. */
export const dueJob = <Table extends keyof DB>(
  work: DueWork<Table>,
  { clock, ...job }: Omit<Job, 'seconds' | 'msUntilDue'> & { clock: Clock },
): Job => ({ ...job, seconds: longestSleepSeconds, msUntilDue: (db) => msUntilDue(db, work, clock()) })
