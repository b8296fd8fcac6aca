import type { Db } from '../db/db.ts'
import { defaultLeaseMs, LeaseLost, withLease } from './lease.ts'

export interface JobOptions {
  /** The time from the end of one run to the start of the next. */
  seconds: number
  /** Appears in the log, and names the lease: of all processes on one database, one at a time runs the job of a name. */
  name: string
  /**
   * It must write by this `db` only, which refuses to write when another process has taken over the job. When its signal
   * aborts, it must finish the current item and return. A crash may end it between two items.
   */
  task: (db: Db, signal: AbortSignal) => Promise<void>
  db: Db
  /** How long the job of a process that died or stands still waits for another process. */
  leaseMs?: number
  /** While it returns true the task is not run; the pause until the next look is that of `elsewhere`. */
  isPaused?: () => boolean
  log: { error(details: { err: unknown }, message: string): void }
  /** Called after each run or look. */
  onRun?: ((run: JobRun) => void) | undefined
}

export interface JobRun {
  name: string
  outcome: RunOutcome
  ms: number
  /** When the next one begins. */
  pauseSeconds: number
}

/** `elsewhere`: another process runs it, or the job is paused or stopped. `failed`: the task or the database threw; see the log. */
export type RunOutcome = 'done' | 'elsewhere' | 'failed'

export interface ScheduledJob {
  /** Run the task once more, after a run that is in progress. Never rejects. */
  runNow(): Promise<RunOutcome>
  /** Allow no further run; resolves when the run in progress has ended. */
  stop(): Promise<void>
}

/**
 * Run a task now and then every `seconds`, never twice at the same time. A run holds the job's lease, which keeps the
 * other processes from running it; they look again at least every quarter of the lease, to take over from a process that
 * stands still. Errors are logged, and the next run follows as usual.
 */
export function scheduleJob(options: JobOptions): ScheduledJob {
  const { seconds, name, task, db, log, leaseMs = defaultLeaseMs, isPaused = () => false, onRun } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const runOnce = async (): Promise<RunOutcome> => {
    if (isPaused()) return 'elsewhere'
    try {
      const hasRun = await withLease(db, { name, leaseMs }, (fencedDb, lost) =>
        task(fencedDb, AbortSignal.any([stopping.signal, lost])),
      )
      return hasRun ? 'done' : 'elsewhere'
    } catch (err) {
      if (err instanceof LeaseLost) {
        log.error({ err }, `${name} stood still, and another process does it now`)
        return 'elsewhere'
      }
      log.error({ err }, `${name} failed; it runs again in ${seconds} s`)
      return 'failed'
    }
  }
  const pauseAfter = (outcome: RunOutcome) =>
    outcome === 'elsewhere' ? Math.min(seconds * 1000, leaseMs / 4) : seconds * 1000
  const runNow = (): Promise<RunOutcome> => {
    const run = last.then(async () => {
      if (stopping.signal.aborted) return 'elsewhere'
      const beganAt = performance.now()
      const outcome = await runOnce()
      onRun?.({ name, outcome, ms: performance.now() - beganAt, pauseSeconds: pauseAfter(outcome) / 1_000 })
      return outcome
    })
    last = run
    return run
  }
  const tick = async () => {
    const outcome = await runNow()
    if (!stopping.signal.aborted) timer = setTimeout(tick, pauseAfter(outcome))
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
