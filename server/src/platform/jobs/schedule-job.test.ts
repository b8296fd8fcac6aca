import { expect, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { openDb } from '../db/db.ts'
import { scheduleJob } from './schedule-job.ts'

const shop = useTestDb()
const log = { error: vi.fn() }
const often = { seconds: 0.005, log }
const rarely = { seconds: 3600, log }

/** A task that can be held open, and that counts how many run at a time. */
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

test('it runs at once, then again and again', async () => {
  const task = vi.fn(async () => {})
  const job = scheduleJob({ ...often, name: 'again', task, pool: shop.pool })
  await vi.waitFor(() => expect(task.mock.calls.length).toBeGreaterThan(3))
  await job.stop()
})

test('a slow run is not overtaken by the next one', async () => {
  const { task, counts, open } = gatedTask()
  const job = scheduleJob({ ...often, name: 'slow', task, pool: shop.pool })
  await vi.waitFor(() => expect(counts.running).toBe(1))
  const extra = job.runNow()
  const bystander = scheduleJob({ ...rarely, name: 'bystander', task: async () => {}, pool: shop.pool })
  await bystander.runNow() // in the time of two whole runs nothing overtakes
  await bystander.stop()
  expect(counts).toEqual({ running: 1, most: 1, runs: 1 })
  open()
  expect(await extra).toBe('done') // had it not waited, the lock would have turned it away
  await job.stop()
  expect(counts.most).toBe(1)
})

test('of two servers on one database, one runs the task at a time', async () => {
  const other = openDb(shop.connection)
  const { task, counts, open } = gatedTask()
  const here = scheduleJob({ ...rarely, name: 'elected', task, pool: shop.pool })
  await vi.waitFor(() => expect(counts.running).toBe(1))
  const there = scheduleJob({ ...rarely, name: 'elected', task, pool: other.pool })
  expect(await there.runNow()).toBe('elsewhere')
  open()
  await here.stop()
  expect(await there.runNow()).toBe('done')
  await there.stop()
  await other.close()
  expect(counts).toEqual({ running: 0, most: 1, runs: 2 })
})

test('a failure is logged, and the next run comes', async () => {
  const task = vi.fn(async () => {})
  task.mockRejectedValueOnce(new Error('no luck'))
  const job = scheduleJob({ ...rarely, name: 'unlucky', task, pool: shop.pool })
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith({ err: new Error('no luck') }, expect.any(String)))
  expect(await job.runNow()).toBe('done')
  await job.stop()
})

test('a database that is away is a failure too, and no unhandled rejection', async () => {
  const away = openDb({ host: '/nonexistent', port: 5432, user: 'app', database: 'app' })
  const job = scheduleJob({ ...rarely, name: 'away', task: async () => {}, pool: away.pool })
  expect(await job.runNow()).toBe('failed')
  await job.stop()
  await away.close()
})

test('stop tells the running task, waits for it, and lets none follow', async () => {
  let ended = false
  const started = Promise.withResolvers<void>()
  const task = vi.fn(async (signal: AbortSignal) => {
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await shop.pool.query('select 1') // the item in hand
    ended = true
  })
  const job = scheduleJob({ ...often, name: 'stopping', task, pool: shop.pool })
  await started.promise
  await job.stop()
  expect(ended).toBe(true)
  expect(await job.runNow()).toBe('elsewhere')
  expect(task).toHaveBeenCalledTimes(1)
})
