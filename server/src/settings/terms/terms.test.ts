import type { AuditList } from '@camilan/contract/audit'
import type { ProductList } from '@camilan/contract/catalog'
import type { ShopFacts } from '@camilan/contract/settings'
import { firstTerms, type Term } from '@camilan/contract/terms'
import { beforeAll, expect, test } from 'vitest'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { productForm } from '../../testing/make-product.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { goodsOf } from './present.ts'

const shop = useShop()
let sari: Customer

beforeAll(async () => {
  sari = await shop.admin()
})

const add = (list: string, body: object) => sari.ask<Term>('POST', `/admin/terms/${list}`, { body })
const change = (path: string, body: object) => sari.ask<Term>('PUT', `/admin/terms/${path}`, { body })
const remove = (path: string) => sari.ask('DELETE', `/admin/terms/${path}`)
const read = async <Data>(path: string) => {
  const { data } = (await (await fetch(`${shop.origin}/api${path}`)).json()) as { data: Data }
  return data
}
const facts = () => read<ShopFacts>('/shop')
const found = async (query: string) => (await read<ProductList['data']>(`/products?${query}`)).map(({ name }) => name)
const save = (form: object) =>
  sari.ask<{ id: string }>('POST', '/admin/products', { form: { ...productForm, ...form } })

test('a shop begins with the lists of the specification', async () => {
  expect(await facts()).toMatchObject(firstTerms)
  expect((await sari.ask('GET', '/admin/terms/weights')).body).toEqual({ data: firstTerms.weights })
})

test('a new category, packaging and weight are used as the first ones are', async () => {
  const category = await add('categories', { label: 'Sambal & Lauk' })
  expect(category).toMatchObject({ status: 201, body: { data: { code: 'SAMBAL_LAUK', label: 'Sambal & Lauk' } } })
  expect(await add('packagings', { label: 'Botol' })).toMatchObject({ status: 201, body: { data: { code: 'BOTOL' } } })
  expect(await add('weights', { code: 'GRAM_150' })).toMatchObject({
    status: 201,
    body: { data: { label: '150gram' } },
  })

  const form = { name: 'Sambal Bawang', category: 'SAMBAL_LAUK', packaging: 'BOTOL', weight: 'GRAM_150' }
  expect(await save(form)).toMatchObject({ status: 201, body: { data: form } })
  for (const query of ['category=SAMBAL_LAUK', 'query=lauk%20botol', 'query=150gram']) {
    expect(await found(query), query).toEqual(['Sambal Bawang'])
  }
  expect(await (await fetch(`${shop.origin}/sitemap.xml`)).text()).toContain('category=SAMBAL_LAUK')
  expect(goodsOf(shop.settings.terms())).toBe('Makanan Ringan, Kue Kering, dan Sambal & Lauk')
})

test('a new name changes the search, and no code', async () => {
  expect(await found('query=kaca')).toEqual([])
  expect(await change('packagings/BOTOL', { label: 'Botol Kaca' })).toMatchObject({ body: { data: { code: 'BOTOL' } } })
  const { body } = await sari.ask<ProductList['data']>('GET', '/admin/products?query=kaca')
  expect([await found('query=kaca'), body.data.map(({ name }) => name)]).toEqual([['Sambal Bawang'], ['Sambal Bawang']])
  expect((await facts()).packagings.map(({ label }) => label)).toEqual(['Bal', 'Toples', 'Botol Kaca'])
})

test('what is hidden keeps its goods on sale, and leaves the sitemap', async () => {
  await change('categories/SAMBAL_LAUK', { is_visible: false })
  expect(await found('category=SAMBAL_LAUK')).toEqual(['Sambal Bawang'])
  expect((await facts()).categories.at(-1)).toMatchObject({ code: 'SAMBAL_LAUK', is_visible: false })
  expect(await (await fetch(`${shop.origin}/sitemap.xml`)).text()).not.toContain('SAMBAL_LAUK')
  expect(goodsOf(shop.settings.terms()), 'the texts of the specification').toBeNull()
})

test('what a product or an order has is not removed', async () => {
  for (const path of ['categories/SAMBAL_LAUK', 'packagings/BOTOL', 'weights/GRAM_150']) {
    expect(await remove(path), path).toMatchObject({ status: 409, body: { code: 'TERM_IN_USE' } })
  }
  await add('packagings', { label: 'Kaleng' })
  const product = await shop.product({ packaging: 'KALENG' })
  await (await shop.customer()).buy(product)
  await shop.db.updateTable('products').set({ packaging: 'BAL' }).where('id', '=', product.id).execute()
  expect(await remove('packagings/KALENG')).toMatchObject({ status: 409 })
  await add('packagings', { label: 'Dus' })
  expect(await remove('packagings/DUS')).toMatchObject({ status: 200 })
  expect(await remove('packagings/DUS')).toMatchObject({ status: 404 })
})

test('a category named as a weight gets another code, and only running discounts and the season keep it', async () => {
  expect((await add('categories', { label: 'Pcs 12' })).body.data.code).toBe('PCS_12_2')
  expect((await add('weights', { code: 'PCS_12' })).status).toBe(201)
  const body = { name: 'Promo', kind: 'percent', amount: 10, category: 'PCS_12_2' }
  const discount = await sari.ask<{ id: string }>('POST', '/admin/discounts', { body })
  expect(await remove('categories/PCS_12_2')).toMatchObject({ status: 409 })
  await sari.ask('DELETE', `/admin/discounts/${discount.body.data.id}`)
  for (const gone of ['categories/PCS_12_2', 'weights/PCS_12']) {
    expect(await remove(gone)).toMatchObject({ status: 200 })
  }
})

test('a code that is in no list is refused in a form and finds nothing in a filter', async () => {
  expect(await save({ category: 'BAL' })).toMatchObject({
    status: 400,
    body: { fields: { category: expect.any(String) } },
  })
  expect(await save({ weight: 'GRAM_999' })).toMatchObject({
    status: 400,
    body: { fields: { weight: expect.any(String) } },
  })
  expect(await found('category=BAL')).toEqual([])
  expect(await found('category=%00')).toEqual([])
  expect(await found('category=')).not.toEqual([])
  const items = [{ id: (await shop.product()).id, form: { category: 'LAIN' } }]
  expect(await sari.ask('POST', '/admin/products/changes', { body: { items } })).toMatchObject({ status: 400 })
})

test('a code that is removed while a product is saved is refused', async () => {
  await add('packagings', { label: 'Besek' })
  const saved = await inAnotherTransaction(shop.pool, async (other) => {
    await other.query(`delete from terms where code = 'BESEK'`)
    const saving = save({ packaging: 'BESEK' })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await other.query('commit')
    return saving
  })
  expect(saved).toMatchObject({ status: 400, body: { fields: { packaging: expect.any(String) } } })
})

test('a new name locks its goods by id, so that it waits for an order and not the order for it', async () => {
  await add('packagings', { label: 'Kotak' })
  const ids = []
  for (let made = 0; made < 4; made += 1) ids.push((await save({ packaging: 'KOTAK' })).body.data.id)
  const [first = '', ...others] = ids.toSorted()
  // Rows are found in the order in which they were written: the first now comes last.
  await shop.pool.query('update products set stock = stock + 1 where id = $1', [first])
  const free = await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from products where id = $1 for no key update', [first])
    const renaming = change('packagings/KOTAK', { label: 'Kardus' })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const { rowCount } = await shop.pool.query('select from products where id = any($1) for update skip locked', [
      others,
    ])
    await other.query('commit')
    await renaming
    return rowCount
  })
  expect(free).toBe(others.length)
})

test.each([
  ['categories', { label: 'kue kering' }],
  ['categories', { label: ' . ' }],
  ['categories', {}],
  ['weights', { code: 'GRAM_500' }],
  ['weights', { code: 'GRAM_1.5' }],
  ['weights', { code: 'KARUNG_2' }],
  ['weights', { label: '3kg' }],
])('the list of %s does not take %j', async (list, body) => {
  expect(await add(list, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test.each([
  ['weights/KG_1', { label: 'sekilo' }],
  ['packagings/BAL', { image: `${'0'.repeat(32)}-640.webp` }],
  ['categories/KUE_KERING', { image: `/${'0'.repeat(32)}-640.webp` }],
  ['categories/KUE_KERING', { label: 'makanan ringan' }],
])('%s does not take %j', async (path, body) => {
  expect(await change(path, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test('two terms of one code made from their names get codes of their own', async () => {
  expect((await add('categories', { label: 'Toples' })).body.data.code).toBe('TOPLES_2')
  expect((await add('categories', { label: 'Toplés!' })).body.data.code).toBe('TOPLES_3')
  expect((await add('categories', { label: '糕点' })).body.data.code).toBe('LAIN')
})

test('the seller arranges a list, and the change is in the history', async () => {
  await change('weights', { codes: ['GRAM_500', 'KG_2', 'GONE_1', 'KG_2'] })
  const order = ['GRAM_500', 'KG_2', 'KG_1', 'GRAM_250', 'GRAM_150']
  expect((await facts()).weights.map(({ code }) => code)).toEqual(order)
  const { body } = await sari.ask<AuditList['data']>('GET', '/admin/settings/audit')
  expect(body.data[0]?.changes).toEqual([{ field: 'weights_order', before: null, after: 5 }])
})

test('a new term is the last of its list, also after one was removed', async () => {
  await add('packagings', { label: 'Amplop' })
  await add('packagings', { label: 'Zipper' })
  await remove('packagings/AMPLOP')
  await add('packagings', { label: 'Baki' })
  expect((await facts()).packagings.slice(-2).map(({ code }) => code)).toEqual(['ZIPPER', 'BAKI'])
})
