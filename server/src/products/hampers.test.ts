/** A hamper in the catalogue: its stock is derived from its parts wherever it is shown or filtered. */
import type { AdminProduct, HomeProducts, Product } from '@camilan/contract/catalog'
import type { CsvChanges } from '@camilan/contract/many-products'
import { type Part, partSentences, partsIn, partsText } from '@camilan/contract/product-parts'
import type { Dashboard } from '@camilan/contract/reports'
import { expect, test } from 'vitest'
import { productForm } from '../testing/make-product.ts'
import { useShop } from '../testing/make-shop.ts'
import { setSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop()
const admin = useOpened(() => shop.admin())
const nastar = useEach(() => shop.product({ name: 'Nastar', stock: 9, allergens: 'milk:contains' }))
const box = useEach(() => shop.product({ name: 'Kotak', stock: 20, is_visible: false }))
const contents = (): Part[] => [
  { product_id: nastar.id, quantity: 4 },
  { product_id: box.id, quantity: 1 },
]

const form = (more: object = {}) => ({
  ...productForm,
  name: 'Hampers',
  stock: '0',
  parts: JSON.stringify(contents()),
  ...more,
})
const put = (id: string, change: Record<string, string>) =>
  admin.ask<AdminProduct>('PUT', `/admin/products/${id}`, { form: change })
const add = async () => (await admin.ask<AdminProduct>('POST', '/admin/products', { form: form() })).body.data
const page = async (id: string) => (await shop.ask<Product>('GET', `/products/${id}`)).body.data
const list = async (query: string) => (await shop.ask<Product[]>('GET', `/products?${query}`)).body.data
const listed = async (query: string) =>
  (await admin.ask<AdminProduct[]>('GET', `/admin/products?limit=50&${query}`)).body.data.map(({ id }) => id)

test('it is added with its parts, and its page says what it contains', async () => {
  expect((await admin.ask('POST', '/admin/products', { form: form({ stock: '1' }) })).body.fields).toEqual({
    stock: partSentences.stock,
  })
  const { id, stock, parts } = await add()
  expect({ stock, parts }).toEqual({ stock: 2, parts: contents() })
  expect((await page(id)).contents).toEqual([
    { ...contents()[0], name: 'Nastar', is_on_sale: true, ingredients: null, allergens: expect.anything() },
    { ...contents()[1], name: 'Kotak', is_on_sale: false, ingredients: null, allergens: null },
  ])
  expect(await page(nastar.id)).toMatchObject({ parts: null })
})

test('kept lists, pages and the home page follow the stock of its parts, by order and by hand', async () => {
  await setSettings(admin, { sold_out_last: true })
  const { id } = await add()
  const shown = async () => [
    (await page(id)).stock,
    (await list('query=hampers&limit=50')).find((product) => product.id === id)?.stock,
    (await list('query=hampers&view=shop&limit=50')).find((product) => product.id === id)?.stock,
  ]
  expect(await shown()).toEqual([2, 2, 2])
  await (await shop.customer()).buy(nastar, 3)
  await expect.poll(shown).toEqual([1, 1, 1])
  await put(nastar.id, { stock: '3' })
  await expect.poll(shown).toEqual([0, 0, 0])
  expect((await list('view=shop&limit=50')).at(-1)?.stock).toBe(0)
  await put(nastar.id, { stock: '40' })
  await expect.poll(shown).toEqual([10, 10, 10])
  const { products, best_sellers } = (await shop.ask<HomeProducts>('GET', '/shop/home')).body.data ?? {
    products: [],
    best_sellers: [],
  }
  expect([...products, ...best_sellers].filter((product) => product.id === id && product.stock !== 10)).toEqual([])
})

test('filters and the dashboard know its derived stock, and its group shows a size that is in stock', async () => {
  const { id } = await add()
  expect(await listed('stock=low')).toContain(id)
  expect(await listed('stock=out')).not.toContain(id)
  const low = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data.low_stock
  expect(low).toContainEqual({ id, name: 'Hampers', stock: 2 })
  const other = await shop.product({ name: 'Hampers besar', price: 90_000, stock: 3 })
  await admin.ask('PUT', `/admin/products/${other.id}/group`, { body: { product_ids: [id] } })
  await setSettings(admin, { group_sizes: true })
  const first = async () => (await list('view=shop&query=hampers&limit=50')).map((product) => product.id)
  expect(await first()).toContain(id)
  expect((await page(other.id)).sizes?.find((size) => size.id === id)?.stock).toBe(2)
  await put(nastar.id, { stock: '0' })
  await expect.poll(first).not.toContain(id)
  expect(await listed('stock=out')).toContain(id)
  await expect.poll(async () => (await page(other.id)).sizes?.find((size) => size.id === id)?.stock).toBe(0)
})

test('T94: a line of the file that would set its stock is skipped with a sentence, the others are read', async () => {
  const { id } = await add()
  const csv = `id;Stok;Stok Saat Diunduh\n${id};7;2\n${nastar.id};12;9`
  const { items, problems } = (await admin.ask<CsvChanges>('POST', '/admin/products/csv', { body: { csv } })).body.data
  expect(problems).toMatchObject([{ line: 2, column: 'Stok', sentence: partSentences.stock }])
  expect(items.map((item) => item.id)).toEqual([nastar.id])
})

test('a copy, a deleted one that comes back and an ordinary product again have the right parts and stock', async () => {
  const { id } = await add()
  const copy = (await admin.ask<AdminProduct>('POST', `/admin/products/${id}/duplicate`, { body: {} })).body.data
  expect(copy).toMatchObject({ parts: contents(), stock: 2, is_visible: false })
  await admin.ask('DELETE', `/admin/products/${copy.id}`)
  const restored = await admin.ask<AdminProduct>('POST', `/admin/products/${copy.id}/restore`, { body: {} })
  expect(restored.body.data).toMatchObject({ parts: contents(), stock: 2 })
  for (const uncounted of [{}, { stock_change: '1' }])
    expect((await put(id, { parts: '[]', ...uncounted })).body.fields).toEqual({ stock: partSentences.count })
  expect((await put(id, { parts: '[]', stock: '6' })).body.data).toMatchObject({ parts: null, stock: 6 })
  const history = await admin.ask<{ quantity: number; stock: number }[]>('GET', `/admin/products/${id}/stock-history`)
  expect(history.body.data).toMatchObject([{ kind: 'counted', quantity: 6, stock: 6 }])
})

test('parts are read as they were written', () => {
  expect(partsIn(partsText(contents()))).toEqual(contents())
  expect(partsText([])).toBeNull()
})
