import { beforeAll, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { momentaryTag } from '../../platform/answers/answer-store.ts'
import { ReadyAnswers } from '../../platform/answers/ready-answers.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { listTag, productTag } from '../catalog-change.ts'
import { catalogRoutes } from '../routes.ts'
import { presentProducts } from './present.ts'
import { type ProductReader, productReader, taggedReader } from './read-products.ts'

const shop = useTestDb()
let reader: ProductReader

beforeAll(async () => {
  reader = productReader(shop.db, presentProducts(imageUrlUnder('http://toko.test')))
})

const api = useOpened(() => makeApi(catalogRoutes({ ready: new ReadyAnswers({ maxAgeMs: 0 }), reader })))

const make = (name: string, price: number, more: Parameters<typeof makeProduct>[1] = {}) =>
  makeProduct(shop.db, { name, price, category: 'KUE_KERING', ...more })

test('similar products have the same category, are in stock and nearest in price, at most three', async () => {
  const soldOut = await make('Nastar', 50_000, { stock: 0 })
  for (const [name, price] of [
    ['Mahal', 90_000],
    ['Sedikit lebih mahal', 52_000],
    ['Murah', 10_000],
    ['Sedikit lebih murah', 47_000],
    ['Sama', 50_000],
  ] as const) {
    await make(name, price)
  }
  await make('Habis juga', 50_000, { stock: 0 })
  await make('Diarsipkan', 50_000, { archived_at: new Date() })
  await make('Keripik', 50_000, { category: 'MAKANAN_RINGAN' })
  const similar = await api.inject({ url: `/products/${soldOut.id}/similar` })
  expect(similar.statusCode).toBe(200)
  const names = similar.json<{ data: { name: string }[] }>().data.map(({ name }) => name)
  expect(names).toEqual(['Sama', 'Sedikit lebih mahal', 'Sedikit lebih murah'])
})

test('a product that does not exist has no similar ones', async () => {
  const answer = await api.inject({ url: '/products/0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11/similar' })
  expect(answer.statusCode).toBe(404)
  expect((await api.inject({ url: '/products/bukan-id/similar' })).statusCode).toBe(404)
})

test('an answer with similar products ends when one of them changes or any list does', async () => {
  const soldOut = await make('Kastengel', 70_000, { stock: 0 })
  for (const price of [69_000, 70_000, 71_000]) await make(`Kue ${price}`, price)
  const tags = new Set<string>()
  const similar = await taggedReader(reader, tags).similarTo(soldOut)
  expect(similar.length).toBe(3)
  expect(tags).toEqual(new Set([listTag, momentaryTag, ...similar.map(({ id }) => productTag(id))]))
})

test('what was ordered together with a product is no other size of it', async () => {
  const group_id = crypto.randomUUID()
  const large = await make('Putri Salju 1 kg', 90_000, { group_id })
  const beside = await make('Putri Malu', 20_000)
  const small = await make('Putri Salju', 50_000, { group_id, goes_with: [large.id, beside.id] })
  const { data } = (await api.inject({ url: `/products/${small.id}/similar` })).json<{ data: { id: string }[] }>()
  expect(data[0]?.id).toBe(beside.id)
  expect(data.map(({ id }) => id)).not.toContain(large.id)
})

test('with group_sizes a group that was ordered together with a product is there once', async () => {
  const screens = productReader(shop.db, presentProducts(imageUrlUnder('http://toko.test')), {
    settings: () => ({ group_sizes: true, own_order: false, sold_out_last: false }),
  })
  const group_id = crypto.randomUUID()
  const large = await make('Sagu 1 kg', 95_000, { group_id })
  const small = await make('Sagu', 31_000, { group_id })
  const other = await make('Semprit', 32_000)
  const product = await make('Lidah Kucing', 30_000, { goes_with: [large.id, other.id, small.id] })
  const ids = (await screens.similarTo(product)).map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual([large.id, other.id])
  expect(ids).not.toContain(small.id)
})
