/** A silent link to the database: nothing arrives any more, not even the end of the connection. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { relayTo } from '../../testing/relay.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { type Db, isTemporaryDbFailure, openDb } from './db.ts'
import { transact } from './transact.ts'

const shop = useTestDb()
const queryTimeoutMs = 1_000

async function openThroughRelay() {
  const relay = await relayTo(shop.connection)
  // The locks of a transaction whose link is silent are freed while the next query still waits for them.
  const database = openDb(relay.connection, { queryTimeoutMs, idleInTransactionMs: 1.5 * queryTimeoutMs })
  onTestFinished(() => database.close())
  return { relay, ...database }
}

const one = (db: Db) => sql`select 1`.execute(db)
const caught = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  )
/** Fails if the work does not end, before the timeout of the test. */
const within = <T>(ms: number, work: Promise<T>) =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`over ${ms} ms`)), ms))])

test('a query on a silent link fails as temporary, and all older connections are replaced with it', async () => {
  const { relay, db, pool } = await openThroughRelay()
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)))
  expect(pool.totalCount).toBe(10)
  relay.goSilent()
  expect(isTemporaryDbFailure(await within(5_000, caught(one(db))))).toBe(true)
  expect(pool.totalCount).toBe(0)
  await within(queryTimeoutMs, Promise.all(Array.from({ length: 10 }, () => one(db))))
})

test('a transaction on a silent link fails once, without waiting again for a ROLLBACK, and its locks are freed', async () => {
  const { relay, db } = await openThroughRelay()
  await sql`create table jars (number int); insert into jars values (1)`.execute(shop.db)
  const began = performance.now()
  const failure = caught(
    transact(db, async (tx) => {
      await sql`update jars set number = 2`.execute(tx)
      relay.goSilent()
      await sql`update jars set number = 3`.execute(tx)
    }),
  )
  expect(isTemporaryDbFailure(await within(5_000, failure))).toBe(true)
  expect(performance.now() - began).toBeLessThan(2 * queryTimeoutMs)
  await sql`update jars set number = number + 10`.execute(db)
  expect((await sql`select number from jars`.execute(db)).rows).toEqual([{ number: 11 }])
})

test('a connection that was opened after the silent query was sent is kept', async () => {
  const { relay, db, pool } = await openThroughRelay()
  await one(db)
  relay.goSilent()
  const silent = caught(one(db))
  await vi.waitFor(() => expect(pool.idleCount).toBe(0))
  const kept = db.connection().execute(async (connection) => {
    expect(isTemporaryDbFailure(await silent)).toBe(true)
    return one(connection)
  })
  expect((await within(5_000, kept)).rows).toHaveLength(1)
})
