import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LeaseTask } from '../../testing/lease-holder.ts'
import { useTestDb } from '../../testing/test-db.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { LeaseLost, withLease } from './lease.ts'

const shop = useTestDb()
const leaseMs = 1_000
const job = { name: 'count', leaseMs }

beforeEach(async () => {
  await sql`drop table if exists writes; create table writes (id serial, writer text); truncate leases`.execute(shop.db)
})

const write = (db: Db, writer = 'test') => sql`insert into writes (writer) values (${writer})`.execute(db)
const moveEnd = (to: string) => shop.pool.query('update leases set ends_at = clock_timestamp() + $1::interval', [to])

async function writers(): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`select writer from writes order by id`.execute(shop.db)
  return rows.map(({ writer }) => writer)
}

/** Take the lease like another process, while this one stands still. */
async function takeOver(work: () => Promise<void> = async () => {}): Promise<boolean> {
  await moveEnd('-1 second')
  return withLease(shop.db, job, work)
}

test('only one process holds the lease, and it is free as soon as the work has ended', async () => {
  const held = await withLease(shop.db, job, async () => {
    expect(await withLease(shop.db, job, async () => {})).toBe(false)
    expect(await withLease(shop.db, { ...job, name: 'another' }, async () => {})).toBe(true)
  })
  expect(held).toBe(true)
  expect(await withLease(shop.db, job, async () => {})).toBe(true)
})

test('the lease is renewed while the work lasts', async () => {
  await withLease(shop.db, job, async () => {
    const end = async () => (await shop.db.selectFrom('leases').select('ends_at').executeTakeFirstOrThrow()).ends_at
    const first = await end()
    await vi.waitFor(async () => expect((await end()).getTime()).toBeGreaterThan(first.getTime() + leaseMs), 5_000)
    expect(await withLease(shop.db, job, async () => {})).toBe(false)
  })
})

test('a lease that ends later than its length from now was taken before the clock was set back, and does not count', async () => {
  await withLease(shop.db, { ...job, leaseMs: 60_000 }, async () => {
    await moveEnd('59 seconds')
    expect(await withLease(shop.db, { ...job, leaseMs: 60_000 }, async () => {})).toBe(false)
    await moveEnd('1 hour')
    expect(await withLease(shop.db, { ...job, leaseMs: 60_000 }, async () => {})).toBe(true)
  })
})

test.each([
  ['a transaction', (db: Db) => transact(db, (tx) => write(tx))],
  ['a single statement', (db: Db) => write(db)],
  [
    'a transaction of another isolation level',
    (db: Db) => transact(db, (tx) => write(tx), { isolation: 'serializable' }),
  ],
])('after a take-over %s of the former holder writes nothing, and its signal aborts', async (_what, act) => {
  const outcome = withLease(shop.db, job, async (db, signal) => {
    await act(db)
    expect(await writers()).toEqual(['test'])
    expect(await takeOver()).toBe(true)
    const failure = act(db)
    await expect(failure).rejects.toThrow(LeaseLost)
    expect(signal.aborted).toBe(true)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  })
  await outcome
  expect(await writers()).toEqual(['test'])
})

test('the signal of a holder that writes nothing aborts at its next renewal', async () => {
  await withLease(shop.db, job, async (_db, signal) => {
    await takeOver()
    await vi.waitFor(() => expect(signal.aborted).toBe(true), 5_000)
  })
})

test('nobody takes over before an open transaction of the former holder has ended', async () => {
  await withLease(shop.db, job, async (db) => {
    await transact(db, async (tx) => {
      await write(tx)
      expect(await takeOver()).toBe(false)
    })
    expect(await takeOver()).toBe(true)
  })
})

test('a process that stands still in the middle of its job is replaced, and writes nothing when it continues', async () => {
  const holder = fork(path.join(import.meta.dirname, '../../testing/lease-holder.ts'))
  onTestFinished(() => void holder.kill('SIGKILL'))
  const nextMessage = async () => String((await once(holder, 'message'))[0])
  holder.send({ connection: shop.connection, job, idleInTransactionMs: 500 } satisfies LeaseTask)
  expect(await nextMessage()).toBe('in a transaction')
  const takesOver = () => withLease(shop.db, job, async (db) => void (await write(db, 'successor')))
  await expect.poll(takesOver, { timeout: 5 * leaseMs }).toBe(true)
  holder.kill('SIGCONT')
  expect(await nextMessage()).toContain('LeaseLost')
  expect(await writers()).toEqual(['child', 'successor'])
})
