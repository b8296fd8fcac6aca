import { factFields } from '@camilan/contract/food-form'
import { beforeAll, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { ReadyAnswers } from '../../platform/answers/ready-answers.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { catalogRoutes } from '../routes.ts'
import { presentProducts } from './present.ts'
import { productReader } from './read-products.ts'

const shop = useTestDb()
const present = presentProducts(imageUrlUnder('http://toko.test'))

async function list(query: Record<string, string> = {}) {
  const answer = await api.inject({ url: '/products', query })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: { name: string }[]; pagination: object }>()
}
const names = async (query: Record<string, string>) => (await list(query)).data.map(({ name }) => name)

const api = useOpened(() =>
  makeApi(catalogRoutes({ ready: new ReadyAnswers({ maxAgeMs: 0 }), reader: productReader(shop.db, present) })),
)

beforeAll(async () => {
  const day = (date: number) => new Date(Date.UTC(2026, 10, date))
  const common = { stock: 10 }
  const products = [
    { name: 'nastar', price: 45_000, category: 'KUE_KERING', description: 'Isi selai nanas', created_at: day(3) },
    {
      name: 'Keripik Pedas',
      price: 30_000,
      category: 'MAKANAN_RINGAN',
      description: 'Balado 100%',
      created_at: day(1),
    },
    { name: 'Kue Keju', price: 45_000, category: 'KUE_KERING', description: 'Keju_tua, \\rapuh', created_at: day(4) },
    { name: 'ÉCLAIR Ïstimewa', price: 60_000, category: 'KUE_KERING', description: 'Isi krim', created_at: day(2) },
  ] as const
  for (const product of products) await makeProduct(shop.db, { ...common, ...product })
  await makeProduct(shop.db, { name: 'Sudah Diarsipkan', archived_at: day(5) })
})

test('the default order is by name, ignoring case, without archived products', async () => {
  expect(await list()).toMatchObject({
    data: [{ name: 'Keripik Pedas' }, { name: 'Kue Keju' }, { name: 'nastar' }, { name: 'ÉCLAIR Ïstimewa' }],
    pagination: { page: 1, total_page: 1, total_products: 4 },
  })
})

test.each([
  ['a part of a word', 'ripi', ['Keripik Pedas']],
  ['words in any order, in name and description', 'BALADO keripik', ['Keripik Pedas']],
  ['every word must match', 'keripik nanas', []],
  ['case is ignored beyond ASCII too', 'éclair ïSTIMEWA', ['ÉCLAIR Ïstimewa']],
  ['a percent sign is a plain character', '100%', ['Keripik Pedas']],
  ['so % alone does not match everything', '%', ['Keripik Pedas']],
  ['an underscore is a plain character', 'u_t', ['Kue Keju']],
  ['a backslash too', '\\', ['Kue Keju']],
  ['quotes and commands are words', "'; drop table products; --", []],
  ['a category, packaging and weight are words', 'kue kering bal 1kg', ['Kue Keju', 'nastar', 'ÉCLAIR Ïstimewa']],
  ['blanks are ignored', '   ', ['Keripik Pedas', 'Kue Keju', 'nastar', 'ÉCLAIR Ïstimewa']],
])('search: %s', async (_, query, found) => {
  expect(await names({ query })).toEqual(found)
})

test.each([
  [{ sortBy: 'name', sortOrder: 'desc' }, ['ÉCLAIR Ïstimewa', 'nastar', 'Kue Keju', 'Keripik Pedas']],
  [{ sortBy: 'created_at' }, ['Keripik Pedas', 'ÉCLAIR Ïstimewa', 'nastar', 'Kue Keju']],
  [{ category: 'MAKANAN_RINGAN' }, ['Keripik Pedas']],
  [{ category: 'SEPATU' }, []],
  [{ category: '', sortBy: 'password', sortOrder: 'up', limit: '3' }, ['Keripik Pedas', 'Kue Keju', 'nastar']],
])('%o', async (query, expected) => {
  expect(await names(query)).toEqual(expected)
})

test('products of the same price have one order on all pages', async () => {
  const pages = ['1', '2', '3', '4'].map((page) => names({ sortBy: 'price', page, limit: '1' }))
  const all = (await Promise.all(pages)).flat()
  expect(new Set(all).size).toBe(4)
  expect(await names({ sortBy: 'price', sortOrder: 'desc' })).toEqual(all.reverse())
})

test('a page past the end is empty, and has the total', async () => {
  expect(await list({ page: '1000000000', limit: '3' })).toEqual({
    data: [],
    pagination: { page: 1_000_000_000, total_page: 2, total_products: 4 },
  })
  expect((await list({ query: 'tidak ada' })).pagination).toEqual({ page: 1, total_page: 0, total_products: 0 })
})

test('one product is found by its id; an unknown id, an archived product and a malformed id are not found', async () => {
  const product = await makeProduct(shop.db, {
    name: 'Sagu Keju',
    image: 'a'.repeat(32),
    more_images: ['b'.repeat(32)],
  })
  const answer = await api.inject(`/products/${product.id}`)
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json()).toEqual({
    data: {
      ...Object.fromEntries(
        [
          ...factFields,
          'net_weight_grams',
          'parts',
          'group_id',
          'sold_count',
          'image_look',
          'compare_at_price',
          'price_until',
        ].map((name) => [name, null]),
      ),
      id: product.id,
      packing_grams: 0,
      name: 'Sagu Keju',
      price: 25_000,
      price_steps: [],
      stock: 10,
      category: 'MAKANAN_RINGAN',
      packaging: 'BAL',
      weight: 'KG_1',
      description: 'Renyah dan gurih.',
      image: `http://toko.test/media/${'a'.repeat(32)}-640.webp`,
      images: ['a', 'b'].map((letter) => `http://toko.test/media/${letter.repeat(32)}-640.webp`),
      images_look: [null, null],
    },
  })
  const { images_look, ...listed } = answer.json().data
  expect((await list({ query: 'Sagu Keju' })).data).toEqual([listed])
  await shop.db.updateTable('products').set({ archived_at: new Date() }).where('id', '=', product.id).execute()
  for (const id of [product.id, crypto.randomUUID(), '1', "'--", '%00']) {
    expect((await api.inject(`/products/${id}`)).statusCode).toBe(404)
  }
})
