/// <reference lib="dom" />
/** The common behaviour of the seller's lists: pages, the empty and the failed state, the head of a table. */
import type { Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { listed, visit } from './screen.ts'

test('five page numbers are shown around the current page', async ({ page }) => {
  await page.route('**/api/admin/users?*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({
      response,
      json: { data, pagination: { page: 1, limit: 10, total_users: 115, total_page: 12 } },
    })
  })
  const pages = page.getByRole('navigation', { name: 'Halaman' })
  for (const [shown, numbers] of [
    [1, [1, 2, 3, 4, 5]],
    [6, [4, 5, 6, 7, 8]],
    [12, [8, 9, 10, 11, 12]],
  ] as const) {
    await visit(page, `/admin/manage-users?page=${shown}`)
    await expect(pages.getByRole('link', { name: /^Halaman/ })).toHaveText(numbers.map(String))
    await expect(pages.getByRole('link', { name: `Halaman ${shown}`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(pages.getByRole('link', { name: 'Sebelumnya' })).toBeVisible({ visible: shown > 1 })
    await expect(pages.getByRole('link', { name: 'Berikutnya' })).toBeVisible({ visible: shown < 12 })
  }
})

test("what can't be loaded is named, and can be tried again", async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/ERR_FAILED|Failed to fetch|ApiError/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.addToCart(buyer, await shop.makeProduct())
  const buyersPage = await openBrowser(buyer)
  for (const [tab, path, call, sentence] of [
    [page, '/admin/dashboard', '**/api/admin/dashboard*', 'Gagal memuat data dashboard'],
    [page, '/admin/manage-products', '**/api/admin/products?*', 'Gagal memuat data produk'],
    [page, '/admin/manage-orders', '**/api/admin/orders?*', 'Gagal memuat data pesanan'],
    [page, `/admin/manage-orders/order/${order.id}`, '**/api/admin/orders/*', 'Gagal memuat data pesanan'],
    [page, '/admin/manage-users', '**/api/admin/users?*', 'Gagal memuat data pengguna'],
    [page, '/admin/profile', '**/api/admin/users/me', 'Gagal memuat data profil'],
    [buyersPage, `/my-order/order/${order.id}`, `**/api/orders/${order.id}`, 'Gagal memuat data pesanan'],
    [buyersPage, '/my-order', '**/api/orders/me?*', 'Gagal memuat data pesanan'],
    [buyersPage, '/profile', '**/api/users/me', 'Gagal memuat data profil'],
    [buyersPage, '/cart', '**/api/carts', 'Gagal memuat keranjang belanja'],
    [buyersPage, '/notifications', '**/api/notifications', 'Gagal memuat notifikasi'],
  ] as const) {
    await tab.route(call, (route) => route.abort())
    await visit(tab, path)
    await expect(tab.getByRole('main').getByText(sentence)).toBeVisible()
    await tab.unroute(call)
    await tab.getByRole('button', { name: 'Coba lagi' }).click()
    await expect(tab.getByRole('main').getByText(sentence)).toBeHidden()
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

/** Scrolls to the last row of a table and measures where its head is then, and what does not fit at the right. */
function areaOf(page: Page, label: string) {
  return page.getByRole('region', { name: label, exact: true }).evaluate((area) => {
    area.querySelector('tbody tr:last-child')?.scrollIntoView({ block: 'end', behavior: 'instant' })
    const headTop = area.querySelector('th')?.getBoundingClientRect().top ?? 0
    return {
      shareOfScreen: area.clientHeight / window.innerHeight,
      headBelowEdge: Math.round(headTop - area.getBoundingClientRect().top),
      hiddenAtTheRight: area.scrollWidth - area.clientWidth,
    }
  })
}

test('a table scrolls under a fixed head, and its columns fit a laptop', async ({ page, shop, isMobile }) => {
  test.skip(isMobile, 'On a phone there are cards, which scroll with the page')
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  await shop.addToCart(buyer, product)
  const order = await shop.orderCart(buyer, {
    address: 'Perumahan Griya Kencana Asri Blok C7 No. 12A, RT 004/RW 011, Kelurahan Sudimara Pinang',
    notes: 'Tolong dibungkus kado, titip satpam kalau tidak ada orang di rumah',
  })
  await shop.makeProduct({ price: 100_000_000 })
  await visit(page, '/admin/manage-products?size=50')
  const products = await areaOf(page, 'Tabel produk')
  expect(products.shareOfScreen).toBeLessThanOrEqual(0.7)
  expect(products.headBelowEdge).toBeLessThanOrEqual(1)
  expect(products.hiddenAtTheRight).toBe(0)
  await expect(page.getByLabel('Tampilkan')).toHaveValue('50')

  await shop.pay(buyer, order)
  await page.route('**/api/admin/orders?*', async (route) => {
    const response = await route.fetch()
    const orders_by_status = { DIPROSES: 104, DIBAYAR: 238, DIKIRIM: 126, SELESAI: 999, DIBATALKAN: 187 }
    const orders_by_packing = { no: 131, yes: 107 }
    await route.fulfill({ response, json: { ...(await response.json()), orders_by_status, orders_by_packing } })
  })
  await visit(page, `/admin/manage-orders?status=DIBAYAR&query=${order.id}`)
  const tabs = page.getByRole('navigation', { name: 'Status pesanan' })
  await expect(tabs.getByText('999')).toBeVisible()
  expect(await tabs.evaluate((row) => [row.scrollWidth > row.clientWidth, row.clientHeight > 60])).toEqual([
    false,
    false,
  ])
  await expect(page.getByRole('columnheader')).toHaveText([
    'No',
    'Penerima',
    'Status',
    'Waktu Dipesan',
    'Total Pesanan',
    'Jumlah Produk',
    'Alamat',
    'Catatan',
    'Action',
  ])
  await expect(listed(page, order.id)).toContainText('Jakarta')
  const packed = await listed(page, order.id).getByText('Sudah dikemas').boundingBox()
  expect(packed?.height, 'one line').toBeLessThan(30)
  expect((await areaOf(page, 'Tabel hasil pencarian')).hiddenAtTheRight).toBe(0)
  await expect(page.getByLabel('Tampilkan'), 'also with one order').toHaveValue('10')
  // A new order of another test may make the page ask again at this moment.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
