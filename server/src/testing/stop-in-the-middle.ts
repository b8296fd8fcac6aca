import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { scheduleJob } from '../platform/jobs/schedule-job.ts'
import type { CountingReport, CountingTask, EndOfCounting } from './counting-job.ts'
import type { TestDb } from './test-db.ts'

/**
 * Stop a real process with SIGSTOP inside a transaction of its job, wait until this process has taken the job over, and let
 * it continue. The table `writes (id serial, writer text)` must exist.
 */
export async function stopInTheMiddle(shop: TestDb, task: Omit<CountingTask, 'connection'>) {
  const child = fork(path.join(import.meta.dirname, 'counting-job.ts'))
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ ...task, connection: shop.connection } satisfies CountingTask)
  await nextReport(child)
  child.kill('SIGSTOP')
  const stoppedAt = performance.now()

  const written = Promise.withResolvers<void>()
  const { name, leaseMs } = task
  const successor = scheduleJob({
    name,
    leaseMs,
    seconds: 3600,
    db: shop.db,
    log: { error: () => {} },
    async task(db, signal) {
      await sql`insert into writes (writer) values ('successor')`.execute(db)
      written.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
  })
  onTestFinished(() => successor.stop())
  await written.promise
  const tookMs = performance.now() - stoppedAt

  child.kill('SIGCONT')
  let report = await nextReport(child)
  while (report === 'in transaction') report = await nextReport(child)
  const { rows } = await sql<{ writer: string }>`select writer from writes order by id`.execute(shop.db)
  return { tookMs, report: report satisfies EndOfCounting, writers: rows.map(({ writer }) => writer) }
}

async function nextReport(child: ChildProcess): Promise<CountingReport> {
  const [report] = await once(child, 'message')
  return report
}
