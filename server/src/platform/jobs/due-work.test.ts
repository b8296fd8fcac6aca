import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { days, hours, later, minutes, seconds } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { openBroadcast, publish } from '../events/broadcast.ts'
import { claimDue, claimsOf, type DueWork, dueJob, isClaimed, putOff } from './due-work.ts'
import { eachApart } from './each-apart.ts'
import { type JobRun, scheduleJob } from './schedule-job.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
const log = { error: vi.fn(), warn: vi.fn() }

const work: DueWork<'mail_outbox'> = {
  table: 'mail_outbox',
  key: ['id'],
  due: 'next_attempt_at',
  attempts: 'attempts',
  isOpen: sql<boolean>`(sent_at is null and given_up_at is null)`,
  longestPauseMs: hours(6),
}

beforeEach(() => shop.db.deleteFrom('mail_outbox').execute())

/** One piece of work for each name. */
async function add(dueAt: Date, ...names: string[]): Promise<void> {
  const times = { created_at: noon, next_attempt_at: dueAt, expires_at: later(noon, days(3)) }
  const rows = names.map((recipient) => ({ recipient, subject: '', text: '', html: '', ...times }))
  await shop.db.insertInto('mail_outbox').values(rows).execute()
}

const finish = (id: string) => shop.db.deleteFrom('mail_outbox').where('id', '=', id).execute()

test('work whose process died after its claim is tried again after one, two and four minutes', async () => {
  await add(noon, 'ani')
  const tries: number[] = []
  for (let minute = 0; minute < 10; minute += 1) {
    const claimed = await claimDue(shop.db, work, later(noon, minutes(minute)))
    if (claimed.length > 0) tries.push(minute)
  }
  expect(tries).toEqual([0, 1, 3, 7])
})

test('of two processes that claim at the same moment each gets another piece', async () => {
  await add(noon, 'ani', 'budi')
  const claimed = await transact(shop.db, async (tx) => [
    ...(await claimDue(tx, work, noon)),
    ...(await claimDue(shop.db, work, noon)), // the other process, before the first one's commit
  ])
  expect(claimed.map(({ recipient }) => recipient).toSorted()).toEqual(['ani', 'budi'])
})

test('a process whose work another has taken over changes nothing', async () => {
  await add(noon, 'ani')
  const [stalled] = await claimDue(shop.db, work, noon)
  const [taken] = await claimDue(shop.db, work, later(noon, minutes(1)))
  if (!stalled || !taken) throw new Error('it was claimed twice')
  await putOff(shop.db, work, stalled, noon)
  const gone = await shop.db.deleteFrom('mail_outbox').where(isClaimed(work, stalled)).executeTakeFirst()
  expect(gone.numDeletedRows).toBe(0n)
  expect(await shop.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([taken])
})

test('work that was put off while a clock was years ahead is due', async () => {
  await add(later(noon, days(900)), 'years')
  await add(later(noon, hours(6)), 'hours')
  expect(await claimDue(shop.db, work, noon, { atMost: 9 })).toMatchObject([{ recipient: 'years' }])
})

/** A job whose time passes as fast as that of the machine. `poisoned` fails. */
function startJob(name: string) {
  const done: string[] = []
  const runs: JobRun[] = []
  const startedAt = Date.now()
  const clock = () => later(noon, Date.now() - startedAt)
  const broadcast = openBroadcast(shop.connection, log, shop.db)
  const act = async ({ id, recipient }: { id: string; recipient: string }) => {
    if (recipient === 'poisoned') throw new Error('poisoned')
    done.push(recipient)
    await finish(id)
  }
  const job = scheduleJob({
    ...dueJob(work, { name, topic: name, clock, task: (db) => eachApart(claimsOf(db, work, clock), act) }),
    ...{ db: shop.db, broadcast, log, onRun: (run: JobRun) => void runs.push(run) },
  })
  const stop = async () => {
    await job.stop()
    await broadcast.close()
  }
  return { job, done, runs, clock, stop }
}

test('a job sleeps until the next piece of work is due, and at most a minute', async () => {
  const { job, runs, done, clock, stop } = startJob('sleeps')
  await job.runNow()
  await add(later(clock(), hours(5)), 'later')
  await job.runNow()
  expect(runs.map(({ pauseSeconds }) => pauseSeconds)).toEqual(runs.map(() => 60))
  await add(later(clock(), seconds(30)), 'soon')
  await job.runNow()
  expect(runs.at(-1)?.pauseSeconds).toBeGreaterThan(25)
  expect(runs.at(-1)?.pauseSeconds).toBeLessThanOrEqual(30)
  await add(later(clock(), 300), 'at once')
  await publish(shop.db, { topic: 'sleeps', event: 'planned', data: null })
  await vi.waitFor(() => expect(done).toEqual(['at once']), 10_000)
  await stop()
})

test('a piece that fails delays none of the others: neither the due ones nor those that are due soon', async () => {
  await add(noon, 'poisoned')
  await add(later(noon, 1), 'due')
  await add(later(noon, 500), 'soon')
  const { runs, done, stop } = startJob('fails')
  await vi.waitFor(() => expect(done).toEqual(['due', 'soon']), 10_000)
  await stop()
  expect(runs[0]?.outcome).toBe('failed')
})
