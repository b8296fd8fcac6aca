import { beforeAll, expect, test } from 'vitest'
import { makeGuards } from '../accounts/guards.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { writeOrder } from '../testing/write-order.ts'
import { changedFields } from './changed-fields.ts'
import { recordChange } from './record-change.ts'
import { auditRoutes } from './routes.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')
let api: Awaited<ReturnType<typeof makeApi>>
let sari: TestUser

beforeAll(async () => {
  const { db } = shop
  api = await makeApi(auditRoutes({ db, guards: makeGuards({ db, clock: () => now }) }))
  sari = await makeAdmin(db, { name: 'Bu Sari', now })
})

async function read(path: string) {
  const answer = await api.inject({ url: path, headers: sari.headers })
  return { status: answer.statusCode, ...answer.json() }
}

test('the newest comes first, a page at a time, under the name that the administrator had then', async () => {
  const { id } = await makeProduct(shop.db)
  for (const after of [2, 3, 4]) {
    const changes = [{ field: 'stock', before: after - 1, after }]
    await recordChange(shop.db, sari, { type: 'product', id }, { action: 'changed', changes }, now)
  }
  await shop.db.updateTable('users').set({ name: 'Ibu Sari' }).where('id', '=', sari.id).execute()
  const stocks = ({ data }: Awaited<ReturnType<typeof read>>) =>
    data.map((entry: { changes: { after: number }[] }) => entry.changes[0]?.after)
  const first = await read(`/admin/products/${id.toUpperCase()}/audit?limit=2`)
  expect(stocks(first)).toEqual([4, 3])
  expect(first.data[0]).toMatchObject({ at: '2026-11-20T05:00:00.000Z', actor: { id: sari.id, name: 'Bu Sari' } })
  expect(first.pagination).toEqual({ page: 1, total_page: 2, total_entries: 3 })
  expect(stocks(await read(`/admin/products/${id}/audit?limit=2&page=2`))).toEqual([2])
})

test('what nobody changed has no entries; what never was is not found', async () => {
  const product = await makeProduct(shop.db)
  const order = await writeOrder(shop.db, { userId: sari.id, lines: [{ product, quantity: 1 }] })
  for (const path of [`/admin/products/${product.id}/audit`, `/admin/orders/${order}/audit`]) {
    expect(await read(path)).toMatchObject({ status: 200, data: [], pagination: { total_page: 0, total_entries: 0 } })
  }
  for (const path of [
    `/admin/products/${crypto.randomUUID()}/audit`,
    '/admin/products/x/audit',
    '/admin/orders/x/audit',
  ]) {
    expect(await read(path)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
})

test('what was deleted keeps its trail', async () => {
  const id = crypto.randomUUID()
  await recordChange(shop.db, sari, { type: 'product', id }, { action: 'deleted' }, now)
  expect(await read(`/admin/products/${id}/audit`)).toMatchObject({ status: 200, data: [{ action: 'deleted' }] })
})

test('an entry is never changed nor deleted', async () => {
  await recordChange(shop.db, sari, { type: 'order', id: 'TETAP' }, { action: 'changed' }, now)
  await expect(shop.db.updateTable('audit_entries').set({ actor_name: 'Orang lain' }).execute()).rejects.toThrow()
  await expect(shop.db.deleteFrom('audit_entries').execute()).rejects.toThrow()
})

test('only administrators read it', async () => {
  const customer = await makeUser(shop.db, { now })
  for (const url of [`/admin/products/${crypto.randomUUID()}/audit`, '/admin/orders/A/audit']) {
    expect((await api.inject({ url })).statusCode).toBe(401)
    expect((await api.inject({ url, headers: customer.headers })).statusCode).toBe(403)
  }
})

test('only what differs counts as changed', () => {
  const fields = ['name', 'price'] as const
  const nastar = { name: 'Nastar', price: 45_000 }
  expect(changedFields(fields, nastar, { ...nastar, price: 47_000 })).toEqual([
    { field: 'price', before: 45_000, after: 47_000 },
  ])
  expect(changedFields(fields, null, nastar)).toEqual([
    { field: 'name', before: null, after: 'Nastar' },
    { field: 'price', before: null, after: 45_000 },
  ])
})
