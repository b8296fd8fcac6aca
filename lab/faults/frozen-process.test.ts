/** A process that stands still (SIGSTOP) in the middle of a job, with the real lengths of leases and timeouts. */
import { expect, test } from 'vitest'
import { defaultLeaseMs } from '../../server/src/platform/jobs/lease.ts'
import { stopInTheMiddle } from '../../server/src/testing/stop-in-the-middle.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const shop = useTestDb()

test('another process takes over within 30 s, and the first writes nothing more', { timeout: 120_000 }, async () => {
  await shop.pool.query('create table writes (id serial, writer text)')
  const task = { name: 'count', leaseMs: defaultLeaseMs, idleInTransactionMs: 15_000 }
  const { tookMs, writers, report } = await stopInTheMiddle(shop, task)
  console.log(`taken over after ${Math.round(tookMs)} ms`)
  expect(tookMs).toBeLessThan(30_000)
  expect(writers).toEqual(['child', 'successor'])
  expect(report.errors.join()).toContain('LeaseLost')
})
