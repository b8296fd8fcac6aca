import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The first key of the advisory locks, so that they differ from the lock of the migrations. */
const lockClass = 4_711_002

export interface JobOptions {
  /** The time from the end of one run to the start of the next. */
  seconds: number
  /** For the log, and for the lock: of all processes on one database, only one at a time runs the job of this name. */
  name: string
  /** When its signal aborts, it must finish the current item and return. A crash may end it between two items. */
  task: (signal: AbortSignal) => Promise<void>
  pool: pg.Pool
  log: { error(details: { err: unknown }, message: string): void }
}

/** `elsewhere`: another process runs it, or the job is stopped. `failed`: the task or the database threw; see the log. */
export type RunOutcome = 'done' | 'elsewhere' | 'failed'

export interface ScheduledJob {
  /** Run the task once more, after a run that is in progress. Never rejects. */
  runNow(): Promise<RunOutcome>
  /** Allow no further run; resolves when the run in progress has ended. */
  stop(): Promise<void>
}

/**
 * Run a task now and then every `seconds`, never twice at the same time. A run holds one connection of the pool, whose
 * advisory lock keeps the other processes from running it. Errors are logged, and the next run follows as usual.
 */
export function scheduleJob(options: JobOptions): ScheduledJob {
  const { seconds, name, task, pool, log } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const runOnce = async (): Promise<RunOutcome> => {
    try {
      const hasRun = await withLeaderLock(pool, name, () => task(stopping.signal))
      return hasRun ? 'done' : 'elsewhere'
    } catch (err) {
      log.error({ err }, `${name} failed; it runs again in ${seconds} s`)
      return 'failed'
    }
  }
  const runNow = (): Promise<RunOutcome> => {
    const run = last.then(() => (stopping.signal.aborted ? 'elsewhere' : runOnce()))
    last = run
    return run
  }
  const tick = async () => {
    await runNow()
    if (!stopping.signal.aborted) timer = setTimeout(tick, seconds * 1000)
  }

  void tick()
  return {
    runNow,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await last
    },
  }
}

/** @returns false when another connection holds the lock of this name; the task is not run then */
async function withLeaderLock(pool: pg.Pool, name: string, task: () => Promise<void>): Promise<boolean> {
  const key = createHash('sha1').update(name).digest().readInt32BE()
  const client = await pool.connect()
  let unlocked = false
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      lockClass,
      key,
    ])
    if (!rows[0]?.locked) {
      unlocked = true
      return false
    }
    await task()
    return true
  } finally {
    unlocked ||= await client.query('select pg_advisory_unlock($1, $2)', [lockClass, key]).then(
      () => true,
      () => false,
    )
    client.release(!unlocked) // true closes the connection, which releases the lock
  }
}
