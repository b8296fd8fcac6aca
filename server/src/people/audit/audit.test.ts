import type { AuditAction, AuditChange } from '@camilan/contract/audit'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { makeGuards } from '../login/guards.ts'
import { changedFields } from './changed-fields.ts'
import { recordChange, type Subject } from './record-change.ts'
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

const record = (subject: Subject, change: { action: AuditAction; changes?: AuditChange[] }) =>
  transact(shop.db, (tx) => recordChange(tx, sari, subject, change, now))

async function read(path: string) {
  const answer = await api.inject({ url: path, headers: sari.headers })
  return { status: answer.statusCode, ...answer.json() }
}

test('entries are paged, the newest first, with the name that the administrator had at the time', async () => {
  const { id } = await makeProduct(shop.db)
  for (const after of [2, 3, 4]) {
    const changes = [{ field: 'stock', before: after - 1, after }]
    await record({ type: 'product', id }, { action: 'changed', changes })
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

test('an unchanged product or order has no entries; one that never existed is not found', async () => {
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

test('a deleted product keeps its entries', async () => {
  const id = crypto.randomUUID()
  await record({ type: 'product', id }, { action: 'deleted' })
  expect(await read(`/admin/products/${id}/audit`)).toMatchObject({ status: 200, data: [{ action: 'deleted' }] })
})

test('the database refuses to change or delete an entry', async () => {
  await record({ type: 'order', id: 'TETAP' }, { action: 'changed' })
  await expect(shop.db.updateTable('audit_entries').set({ actor_name: 'Orang lain' }).execute()).rejects.toThrow()
  await expect(shop.db.deleteFrom('audit_entries').execute()).rejects.toThrow()
})

test('changedFields returns only the fields that differ', () => {
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
