/** The setting `sold_out_last`: lists with `view=shop` end with what is sold out, and keep their order otherwise. */
import type { ProductList } from '@camilan/contract/catalog'
import { beforeAll, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { momentaryTag } from '../../platform/answers/answer-store.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { presentProducts } from './present.ts'
import { productReader, taggedReader } from './read-products.ts'

const shop = useShop()
const stocks = [0, 4, 0, 0, 9, 1, 0, 2, 0, 3, 0]

beforeAll(async () => {
  for (const [index, stock] of stocks.entries())
    await shop.product({
      name: `Nastar ${String.fromCharCode(65 + index)}`,
      price: 50_000 - 1_000 * (index % 5),
      stock,
    })
})

async function list(query: string) {
  const { body } = await shop.ask<ProductList['data']>('GET', `/products?${query}`)
  const { data, pagination } = body as unknown as ProductList
  return { products: data.map(({ name, stock }) => ({ name, stock })), total: pagination.total_products }
}

/** The pages of three, one after another. */
async function paged(query: string) {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`${query}&limit=3&page=${page}`)))
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([stocks.length]))
  return pages.flatMap(({ products }) => products)
}

test('it is off at first, and a call that does not ask for the shop keeps its order when it is on', async () => {
  const before = await list('limit=50')
  expect((await list('limit=50&view=shop')).products).toEqual(before.products)
  await setSettings(await shop.admin(), { sold_out_last: true })
  expect(await list('limit=50')).toEqual(before)
  expect(await list('limit=50&view=other')).toEqual(before)
})

test.each([
  '',
  'sortBy=price&sortOrder=desc',
  'sortBy=created_at',
  'category=MAKANAN_RINGAN',
  'query=nastar',
  'query=nastar&sortBy=price',
])('the pages of %j in the view of the shop end with what is sold out', async (query) => {
  await setSettings(await shop.admin(), { sold_out_last: true })
  const { products } = await list(`${query}&limit=50`)
  const wanted = [...products.filter(({ stock }) => stock > 0), ...products.filter(({ stock }) => stock === 0)]
  expect(wanted).not.toEqual(products)
  expect(await paged(`${query}&view=shop`)).toEqual(wanted)
})

test('only lists that a sale can change by another product are kept for seconds instead of minutes', async () => {
  const tagsOf = async (sold_out_last: boolean, view: 'shop' | null) => {
    const settings = () => ({ group_sizes: false, own_order: false, sold_out_last })
    const tags = new Set<string>()
    const reader = productReader(shop.db, presentProducts(imageUrlUnder('http://toko.test')), { settings })
    await taggedReader(reader, tags).products({ view })
    return tags.has(momentaryTag)
  }
  expect([await tagsOf(true, 'shop'), await tagsOf(true, null), await tagsOf(false, 'shop')]).toEqual([
    true,
    false,
    false,
  ])
})
