import { minutes } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Broadcast } from '../events/broadcast.ts'
import { logRepeated } from '../log.ts'
import { defaultLeaseMs, LeaseLost, msUntilLease, withLease } from './lease.ts'

/** A failed run is repeated after this time, or after the job's own interval if that is shorter. */
const retryMs = minutes(5)
/** The time after which a job looks again at due work that its run has left. */
const leftWorkMs = 5_000

/** The description of a job by its room. */
export interface Job {
  /** Appears in the log, and names the lease: only one process on a database runs the job of a name at a time. */
  name: string
  /** The time from the end of one run to the start of the next, of all processes together. */
  seconds: number
  /** The job also runs at each event of this topic, and after a time in which events may have been missed. */
  topic?: string
  /** The time until there is work for it, if that is known. The next run is then, or after `seconds` if they end first. */
  msUntilDue?: (db: Db) => Promise<number | undefined>
  /**
   * It must write only by this `db`, which refuses writes after another process has taken over the job. When its signal
   * aborts, it must finish the current item and return. A crash may end it between two items.
   */
  task: (db: Db, signal: AbortSignal) => Promise<void>
}

export interface JobDeps {
  db: Db
  /** Only a job with a topic needs it. */
  broadcast?: Broadcast
  /** While it returns true the task is not run. */
  isPaused?: () => boolean
  log: { error(details: object, message: string): void }
  /** Called after each run or check. */
  onRun?: ((run: JobRun) => void) | undefined
}

export interface JobRun {
  name: string
  outcome: RunOutcome
  ms: number
  /** The start of the next run or check. */
  pauseSeconds: number
}

/**
 * `elsewhere`: another process runs it, or has run it less than `seconds` ago, or the job is paused or stopped. `failed`:
 * the task or the database threw; see the log.
 */
export type RunOutcome = 'done' | 'elsewhere' | 'failed'

export interface ScheduledJob {
  /** Run the task once more after the running one, also before the next run is due. Never rejects. */
  runNow(): Promise<RunOutcome>
  /** Allow no further run. Resolves when the running one has ended. */
  stop(): Promise<void>
}

/**
 * Run a task every `seconds`, in one of the processes on the database. A run holds the job's lease, which keeps the other
 * processes from running it, and writes into its row when the next run is due. A process that finds the lease taken checks
 * again at least every quarter of the lease, to take over from one that stands still. Errors are logged. A run that `stop` has cut short is due
 * at once.
 */
export function scheduleJob(options: Job & JobDeps): ScheduledJob {
  const { seconds, name, topic, task, msUntilDue, db, broadcast, log, onRun, isPaused = () => false } = options
  const intervalMs = seconds * 1_000
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<RunOutcome> | undefined
  let pauseMs = intervalMs

  const pauseUntilDue = async (longestMs: number) => {
    const untilDueMs = (await msUntilDue?.(db).catch(() => undefined)) ?? longestMs
    return Math.min(longestMs, untilDueMs || leftWorkMs)
  }
  const runOnce = async (dueWithinMs: number): Promise<RunOutcome> => {
    if (isPaused()) return 'elsewhere'
    pauseMs = Math.min(intervalMs, retryMs)
    try {
      const lease = { name, dueWithinMs, pauseMs: () => (stopping.signal.aborted ? 0 : pauseMs) }
      const hasRun = await withLease(db, lease, async (fencedDb, lost) => {
        let longestMs = pauseMs
        try {
          await task(fencedDb, AbortSignal.any([stopping.signal, lost]))
          longestMs = intervalMs
        } finally {
          pauseMs = await pauseUntilDue(longestMs)
        }
      })
      return hasRun ? 'done' : 'elsewhere'
    } catch (err) {
      if (err instanceof LeaseLost) {
        log.error({ err }, `${name} stood still, and another process does it now`)
        return 'elsewhere'
      }
      logRepeated(log, 'error', { err }, `${name} failed; it runs again in ${pauseMs / 1_000} s`)
      return 'failed'
    }
  }
  const msUntilNext = async (outcome: RunOutcome) => {
    if (outcome !== 'elsewhere') return pauseMs
    const whileHeld = Math.min(intervalMs, defaultLeaseMs / 4)
    if (isPaused()) return whileHeld
    return (await msUntilLease(db, name, intervalMs).catch(() => undefined)) ?? whileHeld
  }
  const runAfterLast = (dueWithinMs: number): Promise<RunOutcome> => {
    const run = last.then(async () => {
      waiting = undefined
      if (stopping.signal.aborted) return 'elsewhere'
      clearTimeout(timer)
      const beganAt = performance.now()
      const outcome = await runOnce(dueWithinMs)
      const ms = performance.now() - beganAt
      const nextMs = await msUntilNext(outcome)
      onRun?.({ name, outcome, ms, pauseSeconds: nextMs / 1_000 })
      if (!stopping.signal.aborted) timer = setTimeout(() => void runAfterLast(intervalMs), nextMs)
      return outcome
    })
    last = run
    return run
  }

  // Calls that come before the next run begins share it.
  const runNow = () => (waiting ??= runAfterLast(0))
  if (topic !== undefined)
    broadcast?.subscribe(topic, { onEvent: () => void runNow(), onDisconnect: () => void runNow() })
  void runAfterLast(intervalMs)
  return {
    runNow,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await last
    },
  }
}
