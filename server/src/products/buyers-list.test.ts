/** The list as buyers see it, by the settings `group_sizes` and `own_order`. */
import type { ProductList } from '@camilan/contract/catalog'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())
beforeEach(() => shop.db.updateTable('products').set({ archived_at: new Date() }).execute())
afterEach(() => resetSettings(shop))

async function list(query = 'view=shop') {
  const { data, pagination } = (await sari.ask('GET', `/products?${query}`)).body as unknown as ProductList
  return { names: data.map(({ name }) => name), total: pagination.total_products, data }
}
const shownNames = async (query?: string) => (await list(query)).names
const group = (id: string, ...product_ids: string[]) =>
  sari.ask('PUT', `/admin/products/${id}/group`, { body: { product_ids } })
const arrange = (...products: { id: string }[]) =>
  sari.ask('PUT', '/admin/products/order', { body: { product_ids: products.map(({ id }) => id) } })

/** Two sizes of nastar, of which the small one is cheaper, and kastengel. */
async function goods() {
  const large = await shop.product({ name: 'Nastar besar', price: 80_000, weight: 'KG_1' })
  const small = await shop.product({ name: 'Nastar kecil', price: 45_000, weight: 'GRAM_250' })
  const other = await shop.product({ name: 'Kastengel', price: 50_000, weight: 'GRAM_500' })
  await group(large.id, small.id)
  return { large, small, other }
}

test('with group_sizes screens show a group once, and the API shows all unless it is asked', async () => {
  const { small, other } = await goods()
  const similar = async () => (await sari.ask<unknown[]>('GET', `/products/${other.id}/similar`)).body.data
  const all = { names: ['Kastengel', 'Nastar besar', 'Nastar kecil'], total: 3 }
  expect(await list()).toMatchObject(all)
  expect(await similar()).toHaveLength(2)
  await setSettings(sari, { group_sizes: true })
  expect(await list()).toMatchObject({
    names: ['Kastengel', 'Nastar kecil'],
    total: 2,
    data: [{}, { id: small.id, size_count: 2, from_price: 45_000 }],
  })
  expect(await list('')).toMatchObject(all)
  expect(await similar()).toMatchObject([{ id: small.id }])
  expect((await list()).data[0]).not.toHaveProperty('size_count')
  expect(await list('limit=1')).toMatchObject({ total: 3 })
  const pages = ['1', '2', '3'].map((page) => list(`view=shop&sortBy=price&limit=1&page=${page}`))
  expect((await Promise.all(pages)).map(({ names, total }) => [...names, total])).toEqual([
    ['Nastar kecil', 2],
    ['Kastengel', 2],
    [2],
  ])
  const sitemap = await (await fetch(`${shop.origin}/sitemap.xml`)).text()
  expect(sitemap.match(/nastar-\w+/g)).toEqual(['nastar-kecil'])
  await setSettings(sari, { group_sizes: false })
  expect(await list()).toMatchObject(all)
  expect(await (await fetch(`${shop.origin}/sitemap.xml`)).text()).toContain('nastar-besar')
})

test('the size that stands for its group is in stock and found, and a kept list follows sales', async () => {
  const { small } = await goods()
  await setSettings(sari, { group_sizes: true })
  await shop.setStock(small, 1)
  await expect.poll(() => shownNames()).toEqual(['Kastengel', 'Nastar kecil'])
  const buyer = await shop.customer()
  const order = await buyer.buy(small)
  await expect
    .poll(() => list())
    .toMatchObject({
      names: ['Kastengel', 'Nastar besar'],
      data: [{}, { size_count: 2, from_price: 80_000 }],
    })
  expect(await list('view=shop&query=250gram')).toMatchObject({ names: ['Nastar kecil'], total: 1 })
  // The event of the cancellation names only the size that the kept list does not show.
  await buyer.setStatus(order, 'DIBATALKAN')
  await expect.poll(() => shownNames()).toEqual(['Kastengel', 'Nastar kecil'])
  expect(await list('view=shop&query=1kg')).toMatchObject({ names: ['Nastar besar'], data: [{ from_price: 45_000 }] })
})

test('her own order is that of the screens while it is on; others and new products follow', async () => {
  const { small, large, other } = await goods()
  for (const _ of ['first', 'again']) expect(await arrange(small, other)).toMatchObject({ status: 200 })
  expect(await shownNames('view=shop&sortBy=place')).toEqual(['Kastengel', 'Nastar besar', 'Nastar kecil'])
  await setSettings(sari, { own_order: true })
  expect(await shownNames('view=shop&sortBy=place')).toEqual(['Nastar kecil', 'Kastengel', 'Nastar besar'])
  expect(await shownNames('')).toEqual(['Kastengel', 'Nastar besar', 'Nastar kecil'])
  await arrange(large, { id: crypto.randomUUID() })
  await shop.product({ name: 'Akar kelapa' })
  const order = ['Nastar besar', 'Nastar kecil', 'Kastengel', 'Akar kelapa']
  await expect.poll(() => shownNames('view=shop&sortBy=place')).toEqual(order)
  expect(await shownNames('view=shop&sortBy=place&query=a')).toEqual(order)
})
