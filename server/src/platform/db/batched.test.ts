import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { statementsOf } from '../../testing/statements.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { batched } from './batched.ts'
import type { Db } from './db.ts'
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

test('simultaneous calls share one statement, and each gets the answer to its own key', async () => {
  const texts = await statementsOf(async () => {
    expect(await Promise.all([3, 1, 3].map((n) => doubled(shop.db, n)))).toEqual([6, 2, 6])
  })
  expect(texts).toHaveLength(1)
  expect(batches).toEqual([[3, 1, 3]])
})

test('no answer is kept: a call after a statement was sent gets another one', async () => {
  const first = doubled(shop.db, 1)
  await wait(0)
  expect(await Promise.all([first, doubled(shop.db, 1)])).toEqual([2, 2])
  expect(batches).toEqual([[1], [1]])
})

test('a great many calls are several statements', async () => {
  const keys = Array.from({ length: 250 }, (_, n) => n)
  expect(await Promise.all(keys.map((n) => doubled(shop.db, n)))).toEqual(keys.map((n) => 2 * n))
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
})

/** A `load` whose calls wait until each is ended. */
function gatedLoad() {
  const calls: { keys: number[]; end: PromiseWithResolvers<void> }[] = []
  return {
    asked: () => calls.map(({ keys }) => keys),
    call: (index: number) => calls[index]?.end,
    async load(_db: Db, keys: readonly number[]) {
      const end = Promise.withResolvers<void>()
      calls.push({ keys: [...keys], end })
      await end.promise
      return keys
    },
  }
}

/** Longer than a call takes, unless it waits for another one. */
async function turns() {
  for (let i = 0; i < 5; i += 1) await nextTurn()
}

test('in turn, calls during a statement wait and share the next one', async () => {
  const gate = gatedLoad()
  const inTurn = batched<number, number>(gate.load, { inTurn: true })
  const answers = [inTurn(shop.db, 1)]
  await turns()
  for (const key of [2, 3, 4]) {
    answers.push(inTurn(shop.db, key))
    await turns()
    expect(gate.asked()).toEqual([[1]])
  }
  gate.call(0)?.resolve()
  await turns()
  expect(gate.asked()).toEqual([[1], [2, 3, 4]])
  gate.call(1)?.resolve()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4])
  const last = inTurn(shop.db, 5)
  await turns()
  gate.call(2)?.resolve()
  expect([await last, gate.asked()]).toEqual([5, [[1], [2, 3, 4], [5]]])
})

test('in turn, a statement that fails is an error for the waiting calls too, and for no later ones', async () => {
  const gate = gatedLoad()
  const inTurn = batched<number, number>(gate.load, { inTurn: true })
  const first = inTurn(shop.db, 1)
  await turns()
  const failed = Promise.allSettled([first, inTurn(shop.db, 2), inTurn(shop.db, 3)])
  gate.call(0)?.reject(new Error('no answer'))
  expect((await failed).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  const later = inTurn(shop.db, 4)
  await turns()
  gate.call(1)?.resolve()
  expect([await later, gate.asked()]).toEqual([4, [[1], [4]]])
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

test('a statement that fails is an error for all calls that share it, and for no others', async () => {
  const read = batched<string, string>(async (db, keys) => {
    const { rows } = await sql<{ n: string }>`select n::int from unnest(${keys}::text[]) as n`.execute(db)
    return rows.map(({ n }) => n)
  })
  const results = await Promise.allSettled(['1', 'x'].map((n) => read(shop.db, n)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(shop.db, '1')).toBe(1)
})
