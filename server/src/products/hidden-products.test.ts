import type { Cart } from '@camilan/contract/cart'
import type { AdminProduct, ProductSuggestions } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { useEach } from '../testing/use-each.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop({ pages: true })
const sari = useOpened(() => shop.admin())
const ani = useEach(() => shop.customer())
const hidden = useEach(() => shop.product({ name: 'Wajik Musiman', price: 30_000 }))
beforeEach(() => ani.addToCart(hidden, 2))

const show = (is_visible: boolean) =>
  sari.ask<AdminProduct>('PUT', `/admin/products/${hidden.id}`, { form: { is_visible: String(is_visible) } })
const status = async (path: string) => (await fetch(shop.origin + path)).status
const text = async (path: string) => (await fetch(shop.origin + path)).text()
const cart = async () => (await ani.ask('GET', '/carts')).body as unknown as Cart

/** Where visitors could meet the product, read anew. */
async function seenBy() {
  const { body: list } = await shop.ask<{ id: string }[]>('GET', '/products?limit=100')
  const { body: found } = await shop.ask<{ id: string }[]>('GET', '/products?query=wajik')
  const { body: offered } = await shop.ask<ProductSuggestions>('GET', '/products/suggestions?query=wajik%20zzz')
  const neighbour = await shop.product()
  const { body: similar } = await shop.ask<{ id: string }[]>('GET', `/products/${neighbour.id}/similar`)
  const has = (products: { id: string }[]) => products.some(({ id }) => id === hidden.id)
  return {
    listed: has(list.data),
    found: has(found.data),
    offered: has(offered.data.products),
    suggested: offered.data.queries.includes('wajik'),
    similar: has(similar.data),
    api: (await shop.ask('GET', `/products/${hidden.id}`)).status,
    page: await status(productPath(hidden)),
    sitemap: (await text('/sitemap.xml')).includes(hidden.id),
  }
}

test('a hidden product is nowhere in the shop, and comes back as it was', async () => {
  await shop.db.deleteFrom('products').where('id', '<>', hidden.id).execute()
  const everywhere = {
    listed: true,
    found: true,
    offered: true,
    suggested: true,
    similar: true,
    api: 200,
    page: 200,
    sitemap: true,
  }
  expect(await seenBy()).toEqual(everywhere)
  expect(await show(false)).toMatchObject({ status: 200, body: { data: { is_visible: false } } })
  expect(await seenBy()).toEqual({
    ...{ listed: false, found: false, offered: false, suggested: false, similar: false, sitemap: false },
    ...{ api: 404, page: 404 },
  })
  const { body } = await sari.ask<AdminProduct[]>('GET', '/admin/products?query=wajik')
  expect(body.data).toMatchObject([{ id: hidden.id, is_visible: false }])
  await show(true)
  expect(await seenBy()).toEqual(everywhere)
})

test('a cart says which of its products are not sold now, and they can be removed', async () => {
  const sold = await shop.product({ price: 40_000 })
  const deleted = await shop.product({ name: 'Lapis Legit' })
  await ani.addToCart(deleted, 1)
  await ani.addToCart(sold, 1)
  await show(false)
  await sari.ask('DELETE', `/admin/products/${deleted.id}`)
  const left = await cart()
  expect(left).toMatchObject({
    data: [{ product: { id: sold.id } }],
    total_carts: 1,
    unavailable: expect.arrayContaining([
      { id: expect.any(String), name: 'Wajik Musiman' },
      { id: expect.any(String), name: 'Lapis Legit' },
    ]),
  })
  for (const { id } of left.unavailable) expect(await ani.ask('DELETE', `/carts/${id}`)).toMatchObject({ status: 200 })
  expect(await cart()).toMatchObject({ total_carts: 1, unavailable: [] })
})

test('a hidden product is not bought: not added, not changed, not ordered', async () => {
  const [line] = await ani.cart()
  await show(false)
  expect(await ani.addToCart(hidden, 1)).toMatchObject({ status: 404 })
  expect(await ani.ask('PUT', `/carts/${line?.id}`, { body: { quantity: 1 } })).toMatchObject({ status: 404 })
  expect(await ani.placeOrder()).toMatchObject({ body: { code: 'EMPTY_CART' } })
  expect(await shop.stockOf(hidden)).toBe(10)
})
