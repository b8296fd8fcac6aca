import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import type { Db } from './db.ts'
import { fixedStatement, textCheck } from './fixed-statement.ts'
import { transact } from './transact.ts'

const shop = useTestDb()

test('it is built once, and each use has its own values', async () => {
  textCheck.isOn = false
  onTestFinished(() => {
    textCheck.isOn = true
  })
  let built = 0
  const sum = fixedStatement((_db: Db, { a, b }: { a: number; b: number | null }) => {
    built += 1
    return sql<{ sum: number | null; a: number }>`select ${a}::int + ${b}::int + ${100}::int as sum, ${a}::int as a`
  })
  const sums = await Promise.all([sum(shop.db, { a: 1, b: 2 }), sum(shop.db, { a: 3, b: null })])
  expect(sums).toEqual([[{ sum: 103, a: 1 }], [{ sum: null, a: 3 }]])
  expect(await transact(shop.db, (tx) => sum(tx, { a: 5, b: 5 }))).toEqual([{ sum: 110, a: 5 }])
  expect(built).toBe(1)
})

test('a query of Kysely can be fixed, with its limit', async () => {
  const some = fixedStatement((db: Db, { skipped, limit }: { skipped: number; limit: number }) =>
    db
      .selectFrom(sql<{ n: number }>`generate_series(1, 9)`.as<'series'>(sql`series (n)`))
      .select('n')
      .offset(skipped)
      .limit(limit),
  )
  expect(await some(shop.db, { skipped: 2, limit: 3 })).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }])
  expect(await some(shop.db, { skipped: 8, limit: 3 })).toEqual([{ n: 9 }])
})

test('a text that would depend on a value is refused', async () => {
  const textOf = fixedStatement((_db: Db, { name }: { name: string }) => sql`select ${`%${name}%`}::text`)
  await expect(textOf(shop.db, { name: 'x' })).rejects.toThrow("can't depend on name")
  const allOf = fixedStatement((_db: Db, values: { name: string }) => sql`select ${{ ...values }.name}::text`)
  await expect(allOf(shop.db, { name: 'x' })).rejects.toThrow('names each of its values')
  const lengthOf = fixedStatement((_db: Db, { rows }: { rows: string[] }) => sql`select ${rows.length}::int`)
  await expect(lengthOf(shop.db, { rows: [] })).rejects.toThrow("can't depend on rows")
  const partsOf = fixedStatement((_db: Db, { rows }: { rows: string[] }) => sql`select ${[...rows]}::text[]`)
  await expect(partsOf(shop.db, { rows: [] })).rejects.toThrow("can't depend on rows")
  const fieldsOf = fixedStatement((_db: Db, { one }: { one: { a: string } }) => sql`select ${{ ...one }.a}::text`)
  await expect(fieldsOf(shop.db, { one: { a: '' } })).rejects.toThrow("can't depend on one")
  const callOf = fixedStatement((_db: Db, { make }: { make: () => string }) => sql`select ${make()}::text`)
  await expect(callOf(shop.db, { make: () => '' })).rejects.toThrow('not a function')
  const jsonOf = fixedStatement((_db: Db, { rows }: { rows: string[] }) => sql`select ${JSON.stringify(rows)}::json`)
  await expect(jsonOf(shop.db, { rows: [] })).rejects.toThrow("can't depend on rows")
})

test('in tests a condition that reads a value is refused too', async () => {
  const one = fixedStatement((_db: Db, { name }: { name: string | null }) =>
    name === null ? sql`select 1` : sql`select ${name}::text`,
  )
  expect(await one(shop.db, { name: 'x' })).toHaveLength(1)
  await expect(one(shop.db, { name: null })).rejects.toThrow('depends on a value')
})
