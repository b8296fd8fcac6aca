import { execFile } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeProduct } from '../../src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../src/testing/make-user.ts'
import { programEnvironment, urlOf } from '../../src/testing/shop-process.ts'
import { useTestDb } from '../../src/testing/test-db.ts'
import { writeOrder } from '../../src/testing/write-order.ts'
import { type SeedOptions, SeedRefused, seedDatabase } from './seed-database.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

beforeEach(() => sql`truncate users, products cascade`.execute(shop.db))

const seed = (options: Partial<SeedOptions> = {}) =>
  seedDatabase(shop.db, { orders: '200', force: false, production: false, ...options }, now)

/** The output of the script, and its exit code. */
function runScript(...options: string[]) {
  const env = { ...programEnvironment(), DATABASE_URL: urlOf(shop.connection) }
  return new Promise<{ code: unknown; out: string; error: string }>((resolve) =>
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'seed-large.ts'), ...options],
      { env },
      (failure, out, error) => resolve({ code: failure?.code ?? 0, out, error }),
    ),
  )
}

async function counts() {
  const count = (table: 'orders' | 'products') =>
    shop.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  return { orders: (await count('orders')).count, products: (await count('products')).count }
}

test('a database without customers is filled, also if it has an administrator, and more than once', async () => {
  await makeAdmin(shop.db)
  expect(await seed()).toEqual({ orders: 200, users: 20, products: 10 })
  await seed()
  expect(await counts()).toEqual({ orders: 400, products: 20 })
})

test('the script prints its progress and its result, or one sentence with the reason of a refusal', async () => {
  const { code, out, error } = await runScript('--orders', '200')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^200 orders, 20 users and 10 products in /) })
  expect(error).toContain('100 %')
  await makeUser(shop.db)
  expect(await runScript('--orders', '200')).toEqual({
    code: 1,
    out: '',
    error: 'This database has real customers. Use another database, or --force if you mean it.\n',
  })
  expect((await counts()).orders).toBe(200)
})

test.each(['a customer', 'an administrator who ordered'])(
  'a database with %s is not changed without --force',
  async (who) => {
    const user = who === 'a customer' ? await makeUser(shop.db) : await makeAdmin(shop.db)
    const product = await makeProduct(shop.db)
    if (who !== 'a customer') await writeOrder(shop.db, { userId: user.id, lines: [{ product, quantity: 1 }] })
    const before = await counts()
    await expect(seed()).rejects.toEqual(
      new SeedRefused('This database has real customers. Use another database, or --force if you mean it.'),
    )
    expect(await counts()).toEqual(before)
    await seed({ force: true })
    expect(await counts()).toEqual({ orders: before.orders + 200, products: 11 })
  },
)

test('in production an empty database is not changed without --force', async () => {
  const production = true
  await expect(seed({ production })).rejects.toEqual(
    new SeedRefused('This is production. Use another database, or --force if you mean it.'),
  )
  expect(await counts()).toEqual({ orders: 0, products: 0 })
  await seed({ production, force: true })
  expect((await counts()).orders).toBe(200)
})

test.each(['0', 'banyak', '1.5', '10000001'])('--orders %s is refused', async (orders) => {
  await expect(seed({ orders })).rejects.toEqual(new SeedRefused('--orders is 1 to 10000000.'))
})
