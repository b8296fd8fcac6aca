import { createHash } from 'node:crypto'
import type pg from 'pg'

export type JobOptions = {
  /** From the end of one run to the start of the next. */
  seconds: number
  /** Names the work in the log, and elects: of all processes with this name on one database, one runs at a time. */
  name: string
  /** Its signal aborts when the server stops: finish the item in hand and return. Work in items that a crash may cut. */
  task: (signal: AbortSignal) => Promise<void>
  pool: pg.Pool
  log: { error(details: { err: unknown }, message: string): void }
}

/** `elsewhere`: another process was at it. `failed`: the task or the database refused, and the log has the reason. */
export type RunOutcome = 'done' | 'elsewhere' | 'failed'

export type ScheduledJob = {
  /** A whole run that starts after this call: waits for the one under way, then runs. Never rejects. */
  runNow(): Promise<RunOutcome>
  /** No further runs; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * Run a task now and every so many seconds, never twice at a time. While it runs it holds one connection of the pool,
 * whose advisory lock elects the process. Errors are logged and the next run comes as usual.
 */
export function scheduleJob(options: JobOptions): ScheduledJob {
  const { seconds, name, task, pool, log } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const runOnce = async (): Promise<RunOutcome> => {
    try {
      const elected = await withLeaderLock(pool, name, () => task(stopping.signal))
      return elected ? 'done' : 'elsewhere'
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

/** @returns false when another connection holds the lock of that name, and the task was not run */
async function withLeaderLock(pool: pg.Pool, name: string, task: () => Promise<void>): Promise<boolean> {
  const key = createHash('sha1').update(name).digest().readInt32BE()
  const client = await pool.connect()
  let unlocked = false
  try {
    const { rows } = await client.query<{ elected: boolean }>('select pg_try_advisory_lock($1, $2) as elected', [
      LOCK_CLASS,
      key,
    ])
    if (!rows[0]?.elected) {
      unlocked = true
      return false
    }
    await task()
    return true
  } finally {
    unlocked ||= await client.query('select pg_advisory_unlock($1, $2)', [LOCK_CLASS, key]).then(
      () => true,
      () => false,
    )
    client.release(!unlocked) // closing the connection frees the lock for certain
  }
}

const LOCK_CLASS = 4_711_002 // keeps these locks apart from the migrations'
