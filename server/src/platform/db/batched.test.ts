import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { statementsOf } from '../../testing/statements.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { batched } from './batched.ts'
import { transact } from './transact.ts'

const shop = useTestDb()

const batches: number[][] = []
const doubled = batched<number, number>(async (db, keys) => {
  batches.push([...keys])
  const { rows } = await sql<{ n: number }>`select 2 * n as n from unnest(${keys}::int[]) as n`.execute(db)
  return rows.map(({ n }) => n)
})

beforeEach(() => {
  batches.length = 0
})

test('those who ask at the same time share one statement, and each gets the answer to its own key', async () => {
  const texts = await statementsOf(async () => {
    expect(await Promise.all([3, 1, 3].map((n) => doubled(shop.db, n)))).toEqual([6, 2, 6])
  })
  expect(texts).toHaveLength(1)
  expect(batches).toEqual([[3, 1, 3]])
})

test('nothing is kept: who asks after a statement was sent gets another one', async () => {
  const first = doubled(shop.db, 1)
  await wait(0)
  expect(await Promise.all([first, doubled(shop.db, 1)])).toEqual([2, 2])
  expect(batches).toEqual([[1], [1]])
})

test('very many are several statements', async () => {
  const keys = Array.from({ length: 250 }, (_, n) => n)
  expect(await Promise.all(keys.map((n) => doubled(shop.db, n)))).toEqual(keys.map((n) => 2 * n))
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
})

test('in turn, those who ask while others are answered wait and share the next statement', async () => {
  const asked: number[][] = []
  const inTurn = batched<number, number>(
    async (db, keys) => {
      asked.push([...keys])
      await sql`select 1`.execute(db)
      return keys
    },
    { longest: 2, inTurn: true },
  )
  const first = inTurn(shop.db, 1)
  while (asked.length === 0) await wait(0)
  expect(await Promise.all([first, ...[2, 3, 4].map((n) => inTurn(shop.db, n))])).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([[1], [2, 3], [4]])
  expect(await inTurn(shop.db, 5)).toBe(5)
})

test('in turn, a statement that fails is not an error for those who wait', async () => {
  const inTurn = batched<string, string>(
    async (db, keys) => {
      const { rows } = await sql<{ n: string }>`select n::int from unnest(${keys}::text[]) as n`.execute(db)
      return rows.map(({ n }) => n)
    },
    { longest: 1, inTurn: true },
  )
  const results = await Promise.allSettled(['x', '1'].map((n) => inTurn(shop.db, n)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('a transaction reads by itself', async () => {
  const [inside, outside] = await Promise.all([
    transact(shop.db, async (tx) => {
      await tx.updateTable('users').set({ name: 'x' }).where('id', 'is', null).execute()
      return doubled(tx, 1)
    }),
    doubled(shop.db, 2),
  ])
  expect([inside, outside]).toEqual([2, 4])
  expect(batches).toEqual([[2], [1]])
})

test('a statement that fails is an error for all who share it, and for nobody else', async () => {
  const read = batched<string, string>(async (db, keys) => {
    const { rows } = await sql<{ n: string }>`select n::int from unnest(${keys}::text[]) as n`.execute(db)
    return rows.map(({ n }) => n)
  })
  const results = await Promise.allSettled(['1', 'x'].map((n) => read(shop.db, n)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(shop.db, '1')).toBe(1)
})
