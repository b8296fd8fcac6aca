/// <reference lib="dom" />
/** The meaning of 'semua' if there are more orders than one page of the API has. */
import type { Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { listed, showAllPaid, visit } from './screen.ts'
import type { Order, Shop } from './shop.ts'

const resiOf = (page: Page, id: string) => page.getByRole('textbox', { name: id })
const idOf = (number: number) => `261121-M${String(number).padStart(5, '0')}`

/**
 * Makes the shop answer as if it had `count` paid orders, all like a real one. @returns the ids of each request that ships
 */
async function withPaidOrders(page: Page, shop: Shop, count: number): Promise<string[][]> {
  const order = await shop.paidOrder()
  const detail = await shop.asSeller<Order>('GET', `orders/${order.id}`)
  const shipped: string[][] = []
  await page.route(/\/api\/admin\/orders\?.*status=DIBAYAR/, (route) => {
    const { searchParams } = new URL(route.request().url())
    const [number, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit'))]
    const gone = new Set(shipped.flat())
    const after = searchParams.get('after') ?? ''
    const left = Array.from({ length: count }, (_, index) => idOf(index)).filter((id) => !gone.has(id) && id > after)
    const ids = left.slice((number - 1) * limit, number * limit)
    return route.fulfill({
      json: {
        data: ids.map((id) => ({ ...detail, id })),
        pagination: { page: number, total_page: Math.ceil(left.length / limit), total_orders: left.length },
      },
    })
  })
  await page.route(/\/api\/admin\/orders\/261121-M\d+$/, (route) =>
    route.fulfill({ json: { data: { ...detail, id: route.request().url().split('/').at(-1) } } }),
  )
  await page.route('**/api/admin/orders/ship', (route) => {
    const { orders } = route.request().postDataJSON() as { orders: { id: string }[] }
    const ids = orders.map(({ id }) => id)
    shipped.push(ids)
    return route.fulfill({ json: { data: ids.map((id) => ({ id, outcome: 'shipped', reason: null })) } })
  })
  return shipped
}

test('250 chosen orders are shipped a hundred at a time; a call without an answer ends none of them', async ({
  page,
  shop,
  faults,
}) => {
  faults.allow(/ERR_FAILED|ApiError/)
  const shipped = await withPaidOrders(page, shop, 250)
  await visit(page, '/admin/manage-orders')
  await expect(page.getByRole('heading', { name: 'Pesanan Dibayar 250' })).toBeVisible()
  await page.getByLabel('Pilih semua').click()
  await expect(page.getByText('250 dari 250 pesanan dipilih')).toBeVisible()
  await expect(page.getByLabel('Pilih semua')).toBeChecked()
  await page.getByRole('link', { name: 'Kirim 250 pesanan' }).click()
  const ship = async (count: number) => {
    await page.getByRole('button', { name: `Kirim ${count} tanpa resi` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Kirim', exact: true }).click()
  }
  const result = page.getByRole('region', { name: 'Baru dikirim' })
  await expect(page.getByText('Ini 100 pesanan terlama. Yang lain tampil sesudah ini dikirim.')).toBeVisible()
  await ship(100)
  await expect(result).toContainText('100 pesanan dikirim')
  await expect(resiOf(page, idOf(100))).toBeVisible()
  await page.route('**/api/admin/orders/ship', (route) => route.abort(), { times: 1 })
  await ship(100)
  await expect(result).toContainText('Jawaban toko tidak sampai: 100 pesanan mungkin sudah dikirim')
  await ship(100)
  await expect(result).toContainText('100 pesanan dikirim')
  await expect(resiOf(page, idOf(200))).toBeVisible()
  await ship(50)
  await expect(page.getByText('Tidak ada pesanan yang perlu dikirim')).toBeVisible()
  expect(shipped.map((ids) => ids.length)).toEqual([100, 100, 50])
  expect(new Set(shipped.flat()).size).toBe(250)
})

test("'Cetak semua' prints 202 orders in three parts", async ({ page, shop }) => {
  await withPaidOrders(page, shop, 202)
  await visit(page, '/admin/manage-orders')
  await page.getByRole('link', { name: 'Cetak semua pesanan dibayar' }).click()
  await expect(page.getByText('202 pesanan dicetak dalam 3 bagian. Ini pesanan 1 - 100.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(100)
  await page.evaluate(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: 'Cetak bagian 1' }).click()
  await expect(page.getByRole('link', { name: 'Bagian 1: sudah dibuka' })).toBeVisible()
  await page.getByRole('link', { name: 'Bagian 3' }).click()
  await expect(page.getByText('Ini pesanan 201 - 202.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article', { name: idOf(201) })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Kelola Pesanan' })).toBeVisible()
})

test('the oldest orders are chosen if there are more than can be chosen at once', async ({ page, shop }) => {
  await withPaidOrders(page, shop, 620)
  await visit(page, '/admin/manage-orders')
  await page.getByLabel('Pilih semua').click()
  await expect(page.getByText('500 pesanan terlama dari 620 dipilih. Sisanya bisa dipilih sesudahnya.')).toBeVisible()
  await page.getByRole('link', { name: 'Kirim 500 pesanan' }).click()
  await expect(page.getByText('Ini 100 pesanan terlama. Yang lain tampil sesudah ini dikirim.')).toBeVisible()
  await expect(page.getByPlaceholder('Nomor resi')).toHaveCount(100)
})

test('many paid orders leave the other orders near on a phone @phone', async ({ page, shop, isMobile }) => {
  test.skip(!isMobile, 'On a desktop the paid orders scroll in an area of their own')
  await withPaidOrders(page, shop, 250)
  await visit(page, '/admin/manage-orders')
  const top = (await page.getByRole('heading', { name: 'Semua Pesanan' }).boundingBox())?.y ?? Number.NaN
  expect(top / (page.viewportSize()?.height ?? 0)).toBeLessThan(3)
  const sixth = page.getByRole('checkbox', { name: `Pilih pesanan ${idOf(5)}` })
  await expect(sixth).toBeHidden()
  const all = page.getByRole('button', { name: 'Tampilkan semua (100)' })
  await all.click()
  await expect(sixth).toBeVisible()
  await page.getByRole('button', { name: 'Tampilkan lebih sedikit' }).click()
  await expect(sixth).toBeHidden()
  await page.getByRole('link', { name: 'Lihat semua per halaman' }).click()
  await expect(page.getByText('Menampilkan 1 - 100 dari 250 pesanan')).toBeVisible()
})

test('a list of one status is chosen and printed over its pages', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  const orders: Order[] = []
  while (orders.length < 12) {
    const order = await shop.placeOrder(buyer, product)
    await shop.pay(buyer, order)
    await shop.ship(order)
    orders.push(order)
  }
  await visit(page, `/admin/manage-orders?${new URLSearchParams({ status: 'DIKIRIM', query: buyer.name })}`)
  await expect(page.getByText('Menampilkan 1 - 10 dari 12 pesanan')).toBeVisible()
  const [first, last] = [orders[0]?.id ?? '', orders.at(-1)?.id ?? '']
  await page.getByRole('checkbox', { name: `Pilih pesanan ${last}` }).click()
  await page.getByRole('link', { name: 'Halaman 2' }).click()
  await page.getByRole('checkbox', { name: `Pilih pesanan ${first}` }).click()
  await expect(page.getByText('2 dari 12 pesanan dipilih')).toBeVisible()
  // They are already shipped.
  await expect(page.getByRole('link', { name: /^Kirim \d/ })).toBeHidden()
  await page.getByRole('link', { name: 'Cetak 2 pesanan' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: 'Cetak semua hasil pencarian' }).click()
  await expect(page.getByRole('article')).toHaveCount(12)
  // Unpaid and cancelled orders can't be printed.
  await visit(page, `/admin/manage-orders?${new URLSearchParams({ status: 'DIPROSES', query: buyer.name })}`)
  await expect(page.getByText('Tidak ada pesanan yang ditemukan')).toBeVisible()
  await expect(page.getByLabel('Pilih semua')).toBeHidden()
})

test('cards list all products of a paid order @phone', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const products = [await shop.makeProduct(), await shop.makeProduct(), await shop.makeProduct()]
  for (const [index, product] of products.entries()) await shop.addToCart(buyer, product, 3 - index)
  const order = await shop.orderCart(buyer)
  await shop.pay(buyer, order)
  const [first, second, third] = products.map(({ name }) => name)
  const contents = `3 ${first}, 2 ${second}, 1 ${third}`
  await visit(page, `/admin/manage-orders?${new URLSearchParams({ query: buyer.name })}`)
  await expect(listed(page, order.id)).toContainText(contents)
  await visit(page, '/admin/manage-orders')
  await showAllPaid(page)
  await expect(listed(page, order.id)).toContainText(contents)
})
