import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { type Db, openDb } from '../db/db.ts'
import { msUntilLease } from './lease.ts'
import { type JobRun, scheduleJob } from './schedule-job.ts'

const shop = useTestDb()
const log = { error: vi.fn() }
const often = { seconds: 0.005, log }
const rarely = { seconds: 3600, log }

/** A task that runs until `open` is called, and counts its concurrent runs. */
function gatedTask() {
  const gate = Promise.withResolvers<void>()
  const counts = { running: 0, most: 0, runs: 0 }
  const task = async () => {
    counts.runs++
    counts.running++
    counts.most = Math.max(counts.most, counts.running)
    await gate.promise
    counts.running--
  }
  return { task, counts, open: gate.resolve }
}

test('a job runs at once, then repeatedly', async () => {
  const task = vi.fn(async () => {})
  const job = scheduleJob({ ...often, name: 'again', task, db: shop.db })
  await vi.waitFor(() => expect(task.mock.calls.length).toBeGreaterThan(3))
  await job.stop()
})

test('the next run waits for a slow one', async () => {
  const { task, counts, open } = gatedTask()
  const job = scheduleJob({ ...often, name: 'slow', task, db: shop.db })
  await vi.waitFor(() => expect(counts.running).toBe(1))
  const extra = job.runNow()
  const other = scheduleJob({ ...rarely, name: 'other', task: async () => {}, db: shop.db })
  await other.runNow() // two runs of another job take long enough for a second run to start
  await other.stop()
  expect(counts).toEqual({ running: 1, most: 1, runs: 1 })
  open()
  expect(await extra).toBe('done') // a run that had not waited would have found the lease taken: 'elsewhere'
  await job.stop()
  expect(counts.most).toBe(1)
})

test('only one of two processes on one database runs the task at a time', async () => {
  const other = openDb(shop.connection)
  const { task, counts, open } = gatedTask()
  const here = scheduleJob({ ...rarely, name: 'one at a time', task, db: shop.db })
  await vi.waitFor(() => expect(counts.running).toBe(1))
  const there = scheduleJob({ ...rarely, name: 'one at a time', task, db: other.db })
  expect(await there.runNow()).toBe('elsewhere')
  open()
  await here.stop()
  expect(await there.runNow()).toBe('done')
  await there.stop()
  await other.close()
  expect(counts).toEqual({ running: 0, most: 1, runs: 2 })
})

test('two processes together run the task once in each interval', async () => {
  const other = openDb(shop.connection)
  const intervalMs = 100
  const now = async () =>
    (await shop.pool.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')).rows[0]?.ms ??
    0
  const runs: { began: number; ended: number }[] = []
  const task = async () => void runs.push({ began: await now(), ended: await now() })
  const jobs = [shop.db, other.db].map((db) =>
    scheduleJob({ name: 'in all', seconds: intervalMs / 1_000, task, db, log }),
  )
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(10), 30_000)
  await Promise.all(jobs.map((job) => job.stop()))
  const pauses = runs.slice(1).map(({ began }, i) => began - (runs[i]?.ended ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(intervalMs)
  await other.close()
})

test('a new process waits for the next run, unless the interval is shorter now or the last run was cut short', async () => {
  const job = { name: 'restarted', db: shop.db, log }
  const firstLook = async (seconds: number) => {
    const looked = Promise.withResolvers<JobRun>()
    const started = scheduleJob({ ...job, seconds, task: async () => {}, onRun: looked.resolve })
    const run = await looked.promise
    await started.stop()
    return run
  }
  expect(await firstLook(3600)).toMatchObject({ outcome: 'done', pauseSeconds: 3600 })
  const { outcome, pauseSeconds } = await firstLook(3600)
  expect([outcome, pauseSeconds > 3000 && pauseSeconds <= 3600]).toEqual(['elsewhere', true])
  expect((await firstLook(60)).outcome).toBe('done')
  const running = Promise.withResolvers<void>()
  const task = async (_db: Db, signal: AbortSignal) => {
    running.resolve()
    await once(signal, 'abort')
  }
  const stopped = scheduleJob({ ...job, seconds: 30, task })
  await running.promise
  await stopped.stop()
  expect((await firstLook(30)).outcome).toBe('done')
})

test('a failure is logged, and the next run follows', async () => {
  const task = vi.fn(async () => {})
  task.mockRejectedValueOnce(new Error('no luck'))
  const job = scheduleJob({ ...rarely, name: 'fails once', task, db: shop.db })
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith({ err: new Error('no luck') }, expect.any(String)))
  expect(await job.runNow()).toBe('done')
  await job.stop()
})

test('a run of a daily job that failed is repeated after minutes, also by another process', async () => {
  const looked = Promise.withResolvers<JobRun>()
  const daily = { name: 'fails', seconds: 86_400, db: shop.db, log }
  const failing = scheduleJob({ ...daily, task: () => Promise.reject(new Error('no luck')), onRun: looked.resolve })
  expect(await looked.promise).toMatchObject({ outcome: 'failed', pauseSeconds: 300 })
  await failing.stop()
  expect(await msUntilLease(shop.db, daily.name, 86_400_000)).toBeLessThanOrEqual(300_000)
})

test('an unreachable database is a failed run, not an unhandled rejection', async () => {
  const unreachable = openDb({ host: '/nonexistent', port: 5432, user: 'app', database: 'app' })
  const job = scheduleJob({ ...rarely, name: 'unreachable', task: async () => {}, db: unreachable.db })
  expect(await job.runNow()).toBe('failed')
  await job.stop()
  await unreachable.close()
})

test('stop aborts the signal of the running task, waits for its end, and allows no further run', async () => {
  let ended = false
  const started = Promise.withResolvers<void>()
  const task = vi.fn(async (_db: Db, signal: AbortSignal) => {
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await shop.pool.query('select 1') // the current item
    ended = true
  })
  const job = scheduleJob({ ...often, name: 'stopping', task, db: shop.db })
  await started.promise
  await job.stop()
  expect(ended).toBe(true)
  expect(await job.runNow()).toBe('elsewhere')
  expect(task).toHaveBeenCalledTimes(1)
})
