import { expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'
import { useTestDb } from './testing/test-db.ts'

const shop = useTestDb()

test('a room whose clean-up fails keeps no other from its own, and the log says so', async () => {
  const log = { error: vi.fn() }
  const later = vi.fn(async () => {})
  const failing = { deleteExpired: () => Promise.reject(new Error('poisoned')) }
  const jobs = startJobs([failing, { deleteExpired: later }], { db: shop.db, log, clock: () => new Date() })
  await Promise.all(jobs.map((job) => job.runNow()))
  await Promise.all(jobs.map((job) => job.stop()))
  expect(later).toHaveBeenCalled()
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: 'poisoned' }) },
    expect.stringContaining('delete expired data failed'),
  )
})
