import type { Samples, SamplesRemoved } from '@camilan/contract/setup'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { presentEntry } from '../../people/audit/present.ts'
import { listChanges } from '../../people/audit/queries.ts'
import { demoAccounts } from '../../people/login/demo-accounts.ts'
import { findAccount } from '../../people/sessions/sessions.ts'
import { transact } from '../../platform/db/transact.ts'
import { changeProduct } from '../../products/change/change-product.ts'
import { createProduct } from '../../products/change/create-product.ts'
import { sampleProducts } from '../../products/samples/sample-products.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { startWithDemoData } from '../../testing/samples.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'
import { removeSamples } from './remove-samples.ts'

const shop = useShop()
const rowOf = (id: string) => shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
const trailOf = async (id: string) =>
  (await listChanges(shop.db, { type: 'product', id }, { page: 1, limit: 100 })).rows.map(presentEntry)
const [customerLogin, adminLogin] = demoAccounts

beforeEach(async () => {
  await sql`truncate products, orders, users, shop_settings cascade`.execute(shop.db)
  await shop.db.insertInto('shop_settings').defaultValues().execute()
  await startWithDemoData(shop)
})

const ani = useEach(() => shop.admin({ name: 'Bu Ani' }))

const look = async (by: Customer = ani) => (await by.ask<Samples>('GET', '/admin/setup/samples')).body.data
const remove = (by: Customer = ani) => by.ask<SamplesRemoved>('POST', '/admin/setup/remove-samples')
const sample = (name: string) =>
  shop.db.selectFrom('products').selectAll().where('name', '=', name).orderBy('created_at').executeTakeFirstOrThrow()
const onSale = async () =>
  (await shop.db.selectFrom('products').select('name').where('archived_at', 'is', null).execute()).map(
    ({ name }) => name,
  )
const logIn = ({ email, password }: { email: string; password: string }) =>
  shop.ask<{ token: string }>('POST', '/auth/login', { body: { email, password } })

async function change(name: string, form: Parameters<typeof changeProduct>[2]['form'], image?: string) {
  const { id } = await sample(name)
  await changeProduct(shop.db, ani, { id, form, image }, shop.clock())
}

/** The session of a customer's demo account. */
async function demoHeaders(login: { email: string; password: string }) {
  return { authorization: `Bearer ${(await logIn(login)).body.data.token}` }
}

test('samples without orders are deleted, also from carts; those with orders are archived, and the orders stay', async () => {
  const budi = await shop.customer()
  const ordered = await sample('Nastar')
  const order = await budi.buy(ordered, 2)
  await budi.addToCart(await sample('Kastengel'), 1)
  await budi.addToCart(ordered, 1)
  expect((await shop.ask<unknown[]>('GET', '/products?limit=100')).body.data).toHaveLength(sampleProducts.length)
  const counts = {
    needs: null,
    removed_at: null,
    to_delete: sampleProducts.length - 1,
    to_archive: 1,
    kept: [],
    demo_accounts: 2,
  }
  expect(await look()).toEqual(counts)

  const removed = await remove()
  expect(removed).toMatchObject({
    status: 200,
    body: { data: { deleted: sampleProducts.length - 1, archived: 1, demo_accounts: 2 } },
  })
  // The answers that were kept for visitors are removed.
  expect((await shop.ask<unknown[]>('GET', '/products?limit=100')).body.data).toEqual([])
  expect(await budi.cart()).toEqual([])
  expect(await budi.order(order)).toMatchObject({ status: 'DIPROSES', order_items: [{ quantity: 2 }] })
  expect(await rowOf(ordered.id)).toMatchObject({ archived_at: shop.clock() })
  expect(await trailOf(ordered.id)).toMatchObject([{ action: 'archived', actor: { name: 'Bu Ani' } }])
})

test('each deletion is audited, and so is the removal', async () => {
  const { id } = await sample('Nastar')
  await remove()
  expect(await trailOf(id)).toMatchObject([{ action: 'deleted', actor: { id: ani.id } }])
  const history = await ani.ask<object[]>('GET', '/admin/settings/audit')
  expect(history.body.data).toMatchObject([
    {
      action: 'changed',
      actor: { id: ani.id },
      changes: [
        { field: 'samples_deleted', before: null, after: sampleProducts.length },
        { field: 'samples_archived', before: null, after: 0 },
        { field: 'demo_accounts', before: null, after: 2 },
      ],
    },
  ])
})

test('a sample whose name, price or picture an administrator has changed is hers, and stays; other changes do not count', async () => {
  await change('Nastar', { name: 'Nastar Bu Ani' })
  await change('Kastengel', { price: 99_000 })
  await change('Putri Salju', {}, 'a'.repeat(32))
  await change('Kue Kacang', { stock: 3, description: 'Resep ibu saya.' })
  await change('Kue Semprit', { price: 1_000 })
  await change('Kue Semprit', { price: sampleProducts.find(({ name }) => name === 'Kue Semprit')?.price ?? 0 })
  const kept = ['Kastengel', 'Nastar Bu Ani', 'Putri Salju']
  expect(await look()).toMatchObject({ to_delete: sampleProducts.length - 3, kept })
  expect((await remove()).body.data).toMatchObject({ deleted: sampleProducts.length - 3 })
  expect((await onSale()).sort()).toEqual(kept)
})

test("a product that an administrator has added never counts as a sample, also with a sample's name and price", async () => {
  const [{ slug: _, ...values }] = sampleProducts
  await transact(shop.db, (tx) =>
    createProduct(tx, ani, { form: { ...values, low_stock_at: 5 }, image: null }, shop.clock()),
  )
  expect(await look()).toMatchObject({ to_delete: sampleProducts.length, kept: [] })
  await remove()
  expect(await onSale()).toEqual([values.name])
})

test("demo accounts can't log in any more, with demo data on too; their orders are kept", async () => {
  const demo = { headers: await demoHeaders(customerLogin) }
  await shop.ask('POST', '/carts', { ...demo, body: { product_id: (await sample('Nastar')).id, quantity: 1 } })
  const placed = await shop.ask<{ order_id: string }>('POST', '/orders', {
    ...demo,
    body: { address: 'Jl. Melati 7', other_costs: 6_000 },
  })
  expect(placed.status).toBe(201)
  await remove()
  expect((await shop.ask('GET', '/users/me', demo)).status).toBe(401)
  for (const login of [customerLogin, adminLogin]) {
    expect(await logIn(login)).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
  }
  expect((await ani.ask<object>('GET', `/admin/orders/${placed.body.data.order_id}`)).body.data).toMatchObject({
    user: { name: customerLogin.name },
  })
})

test('neither samples nor demo accounts come back at later starts, also if none of them is left', async () => {
  await remove()
  await shop.db.deleteFrom('users').where('is_demo', '=', true).execute()
  await Promise.all([startWithDemoData(shop), startWithDemoData(shop)])
  expect(await onSale()).toEqual([])
  expect(await shop.db.selectFrom('users').select('id').where('is_demo', '=', true).execute()).toEqual([])
})

test('only one of two simultaneous removals acts, also without demo accounts', async () => {
  await shop.db.deleteFrom('users').where('is_demo', '=', true).execute()
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from shop_settings for update')
    const both = [remove(), remove(await shop.admin())]
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    const deleted = (await Promise.all(both)).map(({ body }) => body.data.deleted)
    expect(deleted.toSorted((a, b) => a - b)).toEqual([0, sampleProducts.length])
  })
  expect((await ani.ask<object[]>('GET', '/admin/settings/audit')).body.data).toHaveLength(1)
  expect(await look()).toEqual({
    ...{ needs: null, removed_at: shop.clock().toISOString() },
    ...{ to_delete: 0, to_archive: 0, kept: [], demo_accounts: 0 },
  })
})

test('a repeated removal does not touch products that were added since', async () => {
  await remove()
  const [{ slug: _, ...values }] = sampleProducts
  // Like the return of a deleted product: without an entry that it was added.
  await shop.product(values)
  await remove()
  expect(await onSale()).toEqual([values.name])
})

test('a demo administrator may not remove the samples', async () => {
  const { headers } = { headers: await demoHeaders(adminLogin) }
  const refused = await shop.ask('POST', '/admin/setup/remove-samples', { headers })
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await onSale()).toHaveLength(sampleProducts.length)
  expect((await shop.ask<Samples>('GET', '/admin/setup/samples', { headers })).body.data.needs).toBe('log-in')
})

test('a login to a demo account that began before the removal is refused after it', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from users where is_demo for update')
    const login = logIn(adminLogin)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const removal = removeSamples(shop.db, { ...ani, isDemo: false }, shop.clock())
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    await removal
    const { status, body } = await login
    // No session is left, whichever of the two got the lock first.
    if (status === 200) expect(await findAccount(shop.db, body.data.token, shop.clock())).toBeUndefined()
    else expect(status).toBe(401)
  })
})

test('an order that is placed during the removal keeps its product: it is archived', async () => {
  const budi = await shop.customer()
  const nastar = await sample('Nastar')
  await budi.addToCart(nastar, 1)
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from products where id = $1 for update', [nastar.id])
    const order = budi.placeOrder()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const removal = remove()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    expect((await order).status).toBe(201)
    expect((await removal).body.data).toMatchObject({ archived: 1, deleted: sampleProducts.length - 1 })
  })
  expect(await rowOf(nastar.id)).toMatchObject({ archived_at: shop.clock() })
})

test('a change of the picture for which the removal waits makes the sample hers', async () => {
  const { id } = await sample('Nastar')
  let removal: Promise<unknown> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await tx
      .updateTable('products')
      .set({ image: 'b'.repeat(32) })
      .where('id', '=', id)
      .execute()
    removal = remove()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await tx
      .insertInto('audit_entries')
      .values({
        ...{ at: shop.clock(), actor_id: ani.id, actor_name: ani.name, subject_type: 'product', subject_id: id },
        ...{ action: 'changed', changes: JSON.stringify([{ field: 'image', before: null, after: 'b'.repeat(32) }]) },
      })
      .execute()
  })
  await removal
  expect(await onSale()).toEqual(['Nastar'])
})

test('a process that starts with demo data while the samples are removed brings nothing back', async () => {
  await shop.db.deleteFrom('users').where('is_demo', '=', true).execute()
  await sql`truncate products cascade`.execute(shop.db)
  let starts: Promise<unknown> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    // The removal has marked the shop and not committed yet.
    await tx.updateTable('shop_settings').set({ samples_removed_at: shop.clock() }).execute()
    await sql`lock table products in row exclusive mode`.execute(tx)
    starts = Promise.all([startWithDemoData(shop), startWithDemoData(shop)])
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
  })
  await starts
  expect(await onSale()).toEqual([])
  expect(await shop.db.selectFrom('users').select('id').where('is_demo', '=', true).execute()).toEqual([])
})
