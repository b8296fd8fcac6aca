import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { type Db, isTemporaryDbFailure, openDb, withFewConnections } from './db.ts'
import { transact } from './transact.ts'

const shop = useTestDb()

const first = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(shop.db)).rows[0]

test('integers of any width are parsed as numbers, and one too large to be exact is an error', async () => {
  const sums = sql<object>`select 9007199254740991::bigint as widest, sum(n::bigint) as sum, avg(n)::numeric(4, 2) as mean
    from generate_series(1, 4) n`
  expect(await first(sums)).toEqual({ widest: Number.MAX_SAFE_INTEGER, sum: 10, mean: 2.5 })
  await expect(sql`select 9007199254740993::bigint`.execute(shop.db)).rejects.toThrow(RangeError)
})

test('an instant is a Date, a day is text, and the session uses UTC', async () => {
  const times = sql<object>`select timestamptz '2026-11-20 08:00+07' as instant, date '2026-11-20' as day,
    extract(hour from timestamptz '2026-11-20 08:00+07')::int as hour`
  expect(await first(times)).toEqual({ instant: new Date('2026-11-20T01:00:00Z'), day: '2026-11-20', hour: 1 })
})

test('a statement with values is prepared once, with a name', async () => {
  const prepared = await shop.db.connection().execute(async (db) => {
    for (const n of [1, 2]) await sql`select ${n}::int as n`.execute(db)
    return await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  })
  expect(prepared.rows.map((row) => row.statement)).toEqual(['select $1::int as n'])
})

test('a pool recovers when the server ends its connections, and the error is a temporary failure', async () => {
  const other = openDb(shop.connection, { maxConnections: 1 })
  const terminate = sql`select pg_terminate_backend(pg_backend_pid())`.execute(other.db)
  const failure = await terminate.catch((error: unknown) => error)
  expect(isTemporaryDbFailure(failure)).toBe(true)
  expect((await sql`select 1 as one`.execute(other.db)).rows).toEqual([{ one: 1 }])
  await other.close()
  await other.close()
})

test('reads with few connections leave the others free, and a failed read releases its own', async () => {
  const { db, close } = openDb(shop.connection, { maxConnections: 3 })
  const reads = withFewConnections(db, 2)
  const lock = await shop.pool.connect()
  await lock.query('select pg_advisory_lock(1)')
  const waiting = Array.from({ length: 5 }, (_, n) =>
    sql`select pg_advisory_lock_shared(1), 1 / ${n}::int`.execute(reads).then(
      () => 'read',
      () => 'failed',
    ),
  )
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await lock.query('select pg_advisory_unlock(1)')
  expect(await Promise.all(waiting)).toEqual(['failed', 'read', 'read', 'read', 'read'])
  lock.release()
  await close()
})

test('an error in a query is not a temporary failure', async () => {
  const failure = await sql`select 1 / 0`.execute(shop.db).catch((error: unknown) => error)
  expect(isTemporaryDbFailure(failure)).toBe(false)
})

test('a database that is not running, by socket or by TCP, is a temporary failure', async () => {
  const bySocket = openDb({ host: '/nonexistent', port: 5432, user: 'app', database: 'app' })
  expect(isTemporaryDbFailure(await sql`select 1`.execute(bySocket.db).catch((error: unknown) => error))).toBe(true)
  const byTcp = openDb({ connectionString: 'postgres://app@127.0.0.1:1/app' })
  expect(isTemporaryDbFailure(await sql`select 1`.execute(byTcp.db).catch((error: unknown) => error))).toBe(true)
  await Promise.all([bySocket.close(), byTcp.close()])
})

test('statements and transactions continue when a newer release adds a column to a table that they read whole', async () => {
  await shop.pool.query('create table jars (id int, name text)')
  await shop.pool.query(`insert into jars values (1, 'kue')`)
  const { db, close } = openDb(shop.connection, { maxConnections: 2 })
  const read = (from: Db) => sql<{ id: number }>`select * from jars where id >= ${0}`.execute(from)
  const inTransaction = () =>
    transact(db, async (tx) => {
      await sql`update jars set name = ${'kue'}`.execute(tx)
      return (await read(tx)).rows
    })
  try {
    // Both connections have prepared it.
    await Promise.all([read(db), read(db), inTransaction(), inTransaction()])
    await shop.pool.query('alter table jars add column lid text')
    expect(await inTransaction()).toEqual([{ id: 1, name: 'kue', lid: null }])
    await shop.pool.query('alter table jars add column shelf text')
    const all = await Promise.all([read(db), read(db), read(db), inTransaction()])
    expect(all.map((result) => ('rows' in result ? result.rows : result))).toEqual(
      all.map(() => [{ id: 1, name: 'kue', lid: null, shelf: null }]),
    )
  } finally {
    await close()
    await shop.pool.query('drop table jars')
  }
})
