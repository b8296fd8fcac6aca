/**
 * A job of a second process that writes without a pause, in transactions and in single statements. A test forks this file,
 * sends it a task, may stop it with SIGSTOP, and receives the end of the run.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type DatabaseConnection, openDb } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { type RunOutcome, scheduleJob } from '../platform/jobs/schedule-job.ts'

export interface CountingTask {
  connection: DatabaseConnection
  name: string
  leaseMs: number
  idleInTransactionMs: number
}

/** Sent inside a transaction that has written a row and waits, and when the job was lost. */
export type CountingReport = 'in transaction' | EndOfCounting

export interface EndOfCounting {
  outcome: RunOutcome
  errors: string[]
}

const [{ connection, name, leaseMs, idleInTransactionMs }] = (await once(process, 'message')) as [CountingTask]
const { db } = openDb(connection, { idleInTransactionMs })
const report = (message: CountingReport) => process.send?.(message)
const errors: string[] = []
const log = { error: ({ err }: { err: unknown }) => void errors.push(String(err)) }
const write = sql`insert into writes (writer) values ('child')`

const job = scheduleJob({
  name,
  seconds: 3600,
  leaseMs,
  db,
  log,
  async task(fenced, signal) {
    const round = async () => {
      await write.execute(fenced)
      await transact(fenced, async (tx) => {
        await write.execute(tx)
        report('in transaction')
        await wait(200)
        await write.execute(tx)
      })
    }
    const tryRound = () => round().catch((error: unknown) => errors.push(String(error)))
    while (!signal.aborted) await tryRound()
    await tryRound() // like a task that does not notice the signal in time
  },
})
// The first run ends when its lease is lost. This one waits for that, and finds the lease taken.
const outcome = await job.runNow()
report({ outcome, errors } satisfies EndOfCounting)
process.disconnect()
await job.stop()
process.exit()
