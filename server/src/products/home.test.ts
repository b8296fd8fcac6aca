/** The home page: its best sellers, and the season of the day. Both are on a kept page. */
import type { HomeProducts } from '@camilan/contract/catalog'
import type { Season } from '@camilan/contract/season'
import { beforeEach, expect, test } from 'vitest'
import { countSold } from '../office/reports/count-sold.ts'
import { days } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'

const shop = useShop({ pages: true })
beforeEach(() => resetSettings(shop))

const html = async () => (await fetch(shop.origin)).text()
const home = async () => (await shop.ask<HomeProducts>('GET', '/products/home')).body.data
const bestSellers = async () =>
  (await home()).best_sellers.map(({ name, sold_count }) => [name, sold_count] as [string, number])

test('best sellers are what was sold most of the others, in stock and not hidden; the daily count renews the kept page', async () => {
  const sell = (name: string, sold_count: number, other = {}) => shop.product({ name, sold_count, ...other })
  for (const name of ['A', 'B', 'C', 'D']) await sell(name, 90)
  await sell('Nastar', 60)
  await sell('Sagu', 4)
  await sell('Habis', 80, { stock: 0 })
  await sell('Sembunyi', 80, { is_visible: false })
  expect(await bestSellers()).toEqual([]) // one alone is none
  expect(await html()).not.toContain('Terlaris')

  await sell('Keju', 5)
  await sell('Putri', 70)
  await sell('Kacang', 6)
  await sell('Semprit', 20)
  expect(await bestSellers()).toEqual([
    ['Putri', 50],
    ['Nastar', 50],
    ['Semprit', 10],
    ['Kacang', 6],
  ])
  expect((await home()).products.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D'])
  for (const _ of [1, 2]) expect(await html()).toMatch(/Terlaris.*>Putri</s)
  await countSold(shop.db, shop.clock()) // there are no orders
  expect(await bestSellers()).toEqual([])
  expect(await html()).not.toContain('Terlaris')
})

test('with group_sizes a group is there once, among the first products or the best sellers, and its sizes sell together', async () => {
  await shop.db.updateTable('products').set({ is_visible: false }).execute()
  const [shown, sold] = [crypto.randomUUID(), crypto.randomUUID()]
  const make = (name: string, more: Parameters<typeof shop.product>[0] = {}) => shop.product({ name, ...more })
  await make('A besar', { group_id: shown, price: 80_000, sold_count: 90 })
  const small = await make('A kecil', { group_id: shown, price: 40_000 })
  for (const name of ['B', 'C', 'D']) await make(name)
  const one = await make('Nastar besar', { group_id: sold, price: 80_000, sold_count: 4 })
  const other = await make('Nastar kecil', { group_id: sold, price: 40_000, sold_count: 3 })
  await make('Nastar mini', { group_id: sold, price: 20_000, sold_count: 50, is_visible: false })
  await make('Putri', { sold_count: 6 })
  await setSettings(await shop.admin(), { group_sizes: true })
  const { products, best_sellers } = await home()
  expect(products.map(({ name }) => name)).toEqual(['A kecil', 'B', 'C', 'D'])
  expect(best_sellers).toMatchObject([
    { id: other.id, sold_count: 7, size_count: 2, from_price: 40_000 },
    { name: 'Putri', sold_count: 6 },
  ])
  expect(await html()).toMatch(/Terlaris.*>mulai </s)
  // The kept answer follows the size that takes its place.
  await (await shop.customer()).buy(other, other.stock)
  await expect.poll(async () => (await home()).best_sellers[0]).toMatchObject({ id: one.id, sold_count: 7 })
  await setSettings(await shop.admin(), { group_sizes: false })
  expect(await bestSellers()).toEqual([])
  expect((await home()).products[1]).toMatchObject({ id: small.id })
})

test('a product that is sold out says so beside the way to order it', async () => {
  await shop.db.updateTable('products').set({ is_visible: false }).execute()
  await shop.product({ name: 'Emping', stock: 0 })
  await shop.product({ name: 'Nastar', stock: 1 })
  const links = [...(await html()).matchAll(/<a [^>]*>(?:(?!<\/a>).)*Pesan Sekarang.*?<\/a>/gs)]
  const texts = links.map(([link]) => link.replace(/<[^>]*>/g, ''))
  expect(texts).toEqual(['Pesan Sekarang: EmpingHabis', 'Pesan Sekarang: Nastar'])
})

const season: Season = {
  ...{ kind: 'imlek', title: 'Sambut Imlek', sentence: 'Kue keranjang & jeruk.', category: 'KUE_KERING', query: null },
  ...{ from: '2027-02-01', to: '2027-02-06' },
}
const hasSeason = async () => (await html()).includes('Sambut Imlek')
const advanceTo = (moment: string) => shop.advanceClock(Date.parse(`${moment}+07:00`) - shop.clock().getTime())

test('a kept page shows the season from its first day in Jakarta to the end of its last', async () => {
  await advanceTo('2027-01-31T23:59:00')
  await setSettings(await shop.admin(), { season })
  for (const _ of [1, 2]) expect(await hasSeason()).toBe(false)
  await advanceTo('2027-02-01T00:00:00')
  await expect.poll(hasSeason, { timeout: 4_000 }).toBe(true)
  expect(await html()).toContain('/products?category=KUE_KERING"')
  await advanceTo('2027-02-06T23:59:59')
  expect(await hasSeason()).toBe(true)
  await advanceTo('2027-02-07T00:00:00')
  await expect.poll(hasSeason, { timeout: 4_000 }).toBe(false)
  await setSettings(await shop.admin(), { season: { ...season, to: '2027-02-07' } })
  expect(await hasSeason()).toBe(true)
  await setSettings(await shop.admin(), { season: null })
  expect(await hasSeason()).toBe(false)
  await shop.advanceClock(days(1))
})

test.each([
  [{ to: '2027-01-31' }, { season: 'Hari terakhir tidak boleh sebelum hari pertama.' }],
  [{ from: '2027-02-30' }, { season: 'Pilih hari pertamanya.' }],
  [{ title: ' ' }, { season: 'Judul wajib diisi.' }],
  [{ kind: 'waisak' }, { season: 'Pilih musimnya.' }],
])('a season with %j is refused', async (change, fields) => {
  const ani = await shop.admin()
  const body = { version: 0, season: { ...season, ...change } }
  expect(await ani.ask('PUT', '/admin/settings', { body })).toMatchObject({ status: 400, body: { fields } })
})
