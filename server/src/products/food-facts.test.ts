import type { AdminProduct, Product } from '@camilan/contract/catalog'
import { allergenNames } from '@camilan/contract/food-facts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())

const put = (id: string, form: Record<string, string>) =>
  sari.ask<AdminProduct>('PUT', `/admin/products/${id}`, { form })
const shown = async (id: string) => (await sari.ask<Product>('GET', `/products/${id}`)).body.data

const nothing = {
  ...{ ingredients: null, allergens: null, shelf_life_days: null, opened_shelf_life_days: null },
  ...{ storage: null, halal_number: null, pirt_number: null, group_id: null },
}
const freeOf = (...but: string[]) => allergenNames.filter((name) => !but.includes(name)).map((name) => `${name}:free`)
const complete = ['complete', 'peanut:contains', 'milk:traces', ...freeOf('peanut', 'milk')].join()

test('the facts of food are null until they are written, kept by other changes, and removed by 0 or -', async () => {
  const { id } = await shop.product()
  expect(await shown(id)).toMatchObject(nothing)
  const facts = {
    ...{ ingredients: 'Tepung, mentega', shelf_life_days: '90', opened_shelf_life_days: '14', storage: 'Kering' },
    ...{ halal_number: 'ID32110000123450622', pirt_number: '2063201010012-27' },
  }
  await put(id, { ...facts, allergens: 'milk:contains, peanut:free' })
  await put(id, { name: 'Nastar', ingredients: '', storage: '', allergens: '', shelf_life_days: '' })
  expect(await shown(id)).toMatchObject({
    ...facts,
    ...{ name: 'Nastar', shelf_life_days: 90, opened_shelf_life_days: 14 },
    allergens: { complete: false, contains: ['milk'], traces: [], free: ['peanut'] },
  })
  // Characters that nobody sees are no text.
  await put(id, { storage: '\u200b' })
  expect((await shown(id)).storage).toBeNull()
  const removed = Object.keys(nothing).map((name) => [name, name.endsWith('_days') ? '0' : '-'])
  await put(id, Object.fromEntries(removed))
  expect(await shown(id)).toMatchObject(nothing)
})

test.each([
  { allergens: 'nuts:free' },
  { allergens: 'milk:perhaps' },
  { allergens: 'milk:free,milk:contains' },
  { allergens: 'complete,milk:free' },
  { halal_number: 'ada' },
  { pirt_number: '12' },
  { shelf_life_days: '-1' },
])('%o is refused', async (form) => {
  const { id } = await shop.product()
  const { status, body } = await put(id, form)
  expect({ status, fields: Object.keys((body as { fields?: object }).fields ?? {}) }).toEqual({
    status: 400,
    fields: Object.keys(form),
  })
})

test.each([
  { change: { ingredients: 'Tepung, kacang' }, stays: false },
  { change: { ingredients: '-' }, stays: false },
  { change: { ingredients: 'Tepung' }, stays: true },
  { change: { price: '9000' }, stays: true },
  { change: { ingredients: 'Tepung, kacang', allergens: complete }, stays: true },
])('a complete declaration ends with other ingredients: $change', async ({ change, stays }) => {
  const { id } = await shop.product({ ingredients: 'Tepung', allergens: complete })
  await put(id, change as Record<string, string>)
  expect((await shown(id)).allergens).toMatchObject({ complete: stays, contains: ['peanut'], traces: ['milk'] })
})

test.each([
  ['tanpa kacang', ['bersih']],
  ['Opak TANPA kacang', ['bersih']],
  ['tanpa kacang tanah', ['bersih', 'kenari']],
  ['tanpa kacang pohon, susu dan telur', ['bersih']],
  ['tanpa kacang kedelai', ['bersih', 'kenari']],
  ['tanpa kacang susu', ['bersih']],
  ['tanpa MSG', ['tanpa label']],
  ['kacang', ['tanpa label']],
  ['tanpa kacang nastar', []],
])('a search for %o finds only complete declarations without it: %o', async (query, found) => {
  await sql`truncate products cascade`.execute(shop.db)
  const declared = (...entries: string[]) => ['complete', ...entries].join()
  for (const [name, allergens] of [
    ['bersih', declared(...freeOf())],
    ['kenari', declared('tree_nut:contains', ...freeOf('tree_nut'))],
    [
      'jejak',
      declared(
        'peanut:traces',
        'tree_nut:traces',
        'milk:contains',
        'soy:contains',
        ...freeOf('peanut', 'tree_nut', 'milk', 'soy'),
      ),
    ],
    ['belum lengkap', freeOf().join()],
    ['tanpa label', null],
  ] as const) {
    await shop.product({
      name: `Opak ${name}`,
      allergens,
      description: name === 'tanpa label' ? 'Tanpa MSG, kacang' : 'Gurih',
    })
  }
  const { data } = (await sari.ask<Product[]>('GET', `/products?query=${encodeURIComponent(query)}`)).body
  expect(data.map(({ name }) => name)).toEqual(found.map((name) => `Opak ${name}`))
  const { body } = await sari.ask<{ queries: string[] }>(
    'GET',
    `/products/suggestions?query=${encodeURIComponent(query)}`,
  )
  if (query !== 'kacang' && query !== 'tanpa MSG') expect(body.data.queries).toEqual([])
})
