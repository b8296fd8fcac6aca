/** A search finds a text whatever its accents, quotes, dashes, blanks and invisible characters are, wherever one searches. */
import { searches, writtenPhones } from '@camilan/contract/testing/typed-texts'
import { searchTextOf } from '@camilan/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { ordersForAdmin } from './orders/admin-orders.ts'
import { applyOrderChanges } from './orders/export/apply-order-changes.ts'
import { listUsers } from './people/users/queries.ts'
import type { Db } from './platform/db/db.ts'
import { ensureSearchIndexes } from './products/read/search-index.ts'
import { searchProducts } from './products/read/search-products.ts'
import { suggestQueries } from './products/read/suggest-queries.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeUser } from './testing/make-user.ts'
import { useTestDb } from './testing/test-db.ts'
import { useOpened } from './testing/use-opened.ts'
import { writeOrder } from './testing/write-order.ts'

const shop = useTestDb()
const page = { page: 1, limit: 100 }

/** The ids that each search finds. */
const finders = {
  products: async (db: Db, query: string | null) =>
    (
      await searchProducts(db, {
        now: new Date(),
        ...page,
        query,
        category: null,
        stock: null,
        sortBy: 'name',
        sortOrder: 'asc',
      })
    ).rows.map(({ id }) => id),
  users: async (db: Db, query: string | null) =>
    (await listUsers(db, { ...page, query, role: null })).rows.map(({ id }) => id),
  orders: async (db: Db, query: string | null) => {
    const all = { status: null, not: null, packed: null, batch: null, from: null, to: null, after: null } as const
    return (await ordersForAdmin(db, { ...page, ...all, sortOrder: 'asc', query })).rows.map(({ id }) => id)
  },
}

const made: Record<string, Record<keyof typeof finders, string>> = {}
/** A phone number that no other search is for. */
const elsewhere = '0899-0000-1111'

const attempt = (db: Db, id: string) =>
  db
    .insertInto('payment_attempts')
    .values({ id, order_id: id, number: 1, amount: 31_000, created_at: new Date(), expires_at: new Date() })
    .execute()

async function order(userId: string): Promise<string> {
  const id = await writeOrder(shop.db, { userId, lines: [{ product: ordered, quantity: 1 }] })
  const { name: buyer_name, phone: buyer_phone } = await shop.db
    .selectFrom('users')
    .select(['name', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('orders').set({ buyer_name, buyer_phone }).where('id', '=', id).execute()
  await attempt(shop.db, id)
  return id
}

const ordered = useOpened(() => makeProduct(shop.db, { name: 'Rengginang' }))

beforeAll(async () => {
  for (const stored of new Set(searches.map(([text]) => text))) {
    const user = await makeUser(shop.db, { name: stored, phone: elsewhere })
    const product = await makeProduct(shop.db, { name: stored })
    made[stored] = { products: product.id, users: user.id, orders: await order(user.id) }
  }
  await applyOrderChanges(shop.db)
  expect(await ensureSearchIndexes(shop.connection)).toBeUndefined()
})

test.each(searches)('%j is found by %j', async (stored, query) => {
  for (const [name, find] of Object.entries(finders)) {
    const id = made[stored]?.[name as keyof typeof finders]
    expect([name, await find(shop.db, searchTextOf(query))]).toEqual([name, expect.arrayContaining([id])])
    expect([name, await find(shop.db, `${searchTextOf(query)} tidakada`)]).toEqual([name, []])
  }
})

test('buyers are found by their phone number, however it was stored and is searched for', async () => {
  const users: string[] = []
  const orders: string[] = []
  for (const phone of writtenPhones) {
    const user = await makeUser(shop.db, { name: 'Bu Pon', phone })
    users.push(user.id)
    orders.push(await order(user.id))
  }
  for (const phone of writtenPhones) {
    expect([phone, (await finders.users(shop.db, searchTextOf(phone))).sort()]).toEqual([phone, users.sort()])
    expect([phone, (await finders.orders(shop.db, searchTextOf(phone))).sort()]).toEqual([phone, orders.sort()])
  }
})

test('% and _ are plain characters, also in other forms', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Keripik 100% pedas_manis' })
  for (const query of ['100％', '%', 'pedas＿manis', '_'])
    expect([query, await finders.products(shop.db, query)]).toEqual([query, [id]])
  expect(await finders.products(shop.db, '\\')).toEqual([])
})

test('words with accents are suggested, and lead to others of the same meaning', async () => {
  await makeProduct(shop.db, { name: 'Kerípik Dürian' })
  expect(await suggestQueries(shop.db, 'kripík durian')).toContain('keripik durian')
})
