import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import type { Tx } from './db.ts'
import { afterCommit, transact } from './transact.ts'

const shop = useTestDb()

const failure = (code: string) => Object.assign(new Error('no luck'), { code })

test('only a serialization failure runs the transaction again', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no luck')))
  await expect(transact(shop.db, work)).rejects.toThrow('no luck')
  expect(work).toHaveBeenCalledTimes(1)
  work.mockRejectedValueOnce(failure('40001'))
  await expect(transact(shop.db, work)).rejects.toThrow('no luck')
  expect(work).toHaveBeenCalledTimes(3)
})

test('actions run one after the other when the transaction has committed, before its result is returned', async () => {
  await sql`create table jars (name text)`.execute(shop.db)
  const names = async () =>
    (await sql<{ name: string }>`select name from jars`.execute(shop.db)).rows.map((row) => row.name)
  const seen: string[][] = []
  await transact(shop.db, async (tx) => {
    for (const name of ['first', 'second']) {
      afterCommit(tx, async (db) => {
        seen.push(await names())
        await sql`insert into jars values (${name})`.execute(db)
      })
    }
    await sql`insert into jars values ('committed')`.execute(tx)
  })
  expect(seen).toEqual([['committed'], ['committed', 'first']])
  expect(await names()).toEqual(['committed', 'first', 'second'])
})

test('an action that fails is logged; the transaction has succeeded, is not run again, and the next action runs', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const next = vi.fn(async () => {})
  const work = vi.fn()
  const committed = transact(shop.db, async (tx) => {
    work()
    afterCommit(tx, () => Promise.reject(failure('40001')))
    afterCommit(tx, next)
    return 'committed'
  })
  expect(await committed).toBe('committed')
  expect([work, next, log].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  expect(log.mock.lastCall?.[1]).toEqual(failure('40001'))
  log.mockRestore()
})

test('each run of a transaction has the requested isolation and access', async () => {
  const modes: unknown[] = []
  const work = vi.fn(async (tx: Tx) => {
    const { rows } = await sql`select current_setting('transaction_isolation') as isolation,
      current_setting('transaction_read_only') as read_only`.execute(tx)
    modes.push(...rows)
    if (modes.length === 1) throw failure('40001')
  })
  await transact(shop.db, work, { isolation: 'repeatable read', isReadOnly: true })
  await transact(shop.db, work)
  const asked = { isolation: 'repeatable read', read_only: 'on' }
  expect(modes).toEqual([asked, asked, { isolation: 'read committed', read_only: 'off' }])
})
