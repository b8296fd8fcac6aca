import { execFile } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeProduct } from '../src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../src/testing/make-user.ts'
import { useTestDb } from '../src/testing/test-db.ts'
import { writeOrder } from '../src/testing/write-order.ts'

const shop = useTestDb()
const script = path.join(import.meta.dirname, 'seed-large.ts')
const production = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'sandbox,demo,http' }

beforeEach(() => sql`truncate users, products cascade`.execute(shop.db))

/** @returns the output and exit code of the script */
function seed(options: string[] = [], environment: Record<string, string> = {}) {
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, DATABASE_URL: urlOf(shop.connection), ...environment }
  return new Promise<{ code: unknown; out: string; error: string }>((resolve) =>
    execFile(process.execPath, [script, '--orders', '200', ...options], { env }, (failure, out, error) =>
      resolve({ code: failure?.code ?? 0, out, error }),
    ),
  )
}

function urlOf(connection: typeof shop.connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { user, host, port, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function counts() {
  const count = (table: 'orders' | 'products') =>
    shop.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  return { orders: (await count('orders')).count, products: (await count('products')).count }
}

test('a database without customers is filled, also when it has an administrator, and more than once', async () => {
  await makeAdmin(shop.db)
  const { code, out, error } = await seed()
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^200 orders, 20 users and 10 products in /) })
  expect(error).toContain('100 %')
  expect((await seed()).code).toBe(0)
  expect(await counts()).toEqual({ orders: 400, products: 20 })
})

test.each(['a customer', 'an administrator who ordered'])(
  'a database with %s is not changed without --force',
  async (who) => {
    const user = who === 'a customer' ? await makeUser(shop.db) : await makeAdmin(shop.db)
    const product = await makeProduct(shop.db)
    if (who !== 'a customer') await writeOrder(shop.db, { userId: user.id, lines: [{ product, quantity: 1 }] })
    const before = await counts()
    const { code, out, error } = await seed()
    expect({ code, out, error }).toEqual({
      code: 1,
      out: '',
      error: 'This database has real customers. Use another database, or --force if you mean it.\n',
    })
    expect(await counts()).toEqual(before)
    expect((await seed(['--force'])).code).toBe(0)
    expect(await counts()).toEqual({ orders: before.orders + 200, products: 11 })
  },
)

test('in production an empty database is not changed without --force', async () => {
  const { code, error } = await seed([], production)
  expect({ code, error }).toEqual({
    code: 1,
    error: 'This is production. Use another database, or --force if you mean it.\n',
  })
  expect(await counts()).toEqual({ orders: 0, products: 0 })
  expect((await seed(['--force'], production)).code).toBe(0)
  expect((await counts()).orders).toBe(200)
})

test.each(['0', 'banyak'])('--orders %s is refused', async (orders) => {
  expect(await seed(['--orders', orders])).toMatchObject({ code: 1, error: '--orders is 1 to 10000000.\n' })
})
