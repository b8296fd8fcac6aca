/** The back gesture closes what is open above the page, the topmost first. Only then it leaves the page. */
import type { Locator, Page } from '@playwright/test'
import { buyerTest, expect, sellerTest } from './fixtures.ts'
import { answer, expectToast, visit } from './screen.ts'
import { phone } from './sizes.ts'

buyerTest.use(phone)
sellerTest.use(phone)

async function follow(page: Page, link: Locator, url: string | RegExp): Promise<void> {
  await link.click()
  await expect(page).toHaveURL(url)
  await expect(page.locator('main:not([aria-busy]) h1')).toBeVisible()
}

async function expectBackCloses(page: Page, layer: Locator, url: string | RegExp): Promise<void> {
  await expect(layer).toBeVisible()
  await page.goBack()
  await expect(layer).toBeHidden()
  await expect(page).toHaveURL(url)
}

buyerTest('back closes a viewer, a menu, suggestions and a dialog, then leaves', async ({ page, buyer, shop }) => {
  const product = await shop.sample('nastar')
  const order = await shop.placeOrder(buyer, product)
  const list = `/products?${new URLSearchParams({ query: product.name })}`
  const productUrl = new RegExp(`/products/.*${product.id}`)
  await visit(page, list)
  await follow(page, page.getByRole('link', { name: product.name }).first(), productUrl)
  await page.getByRole('link', { name: 'Perbesar' }).first().click()
  await expectBackCloses(page, page.getByRole('dialog', { name: product.name }), productUrl)

  await page.getByRole('banner').locator('summary').click()
  await expectBackCloses(page, page.getByRole('button', { name: 'Keluar' }), productUrl)

  await page.getByRole('combobox', { name: 'Cari produk' }).pressSequentially(product.name.slice(0, 6))
  await expectBackCloses(page, page.getByRole('listbox', { name: 'Saran pencarian' }), productUrl)
  await page.goBack()
  await expect(page).toHaveURL(list)

  await visit(page, '/my-order')
  const orderUrl = `/my-order/order/${order.id}`
  await follow(page, page.getByRole('link', { name: `Lihat Pesanan ${order.id}` }), orderUrl)
  const cancel = page.getByRole('button', { name: 'Batalkan Pesanan' })
  const question = page.getByRole('dialog')
  await cancel.click()
  await expectBackCloses(page, question, orderUrl)
  // The browser itself closes a dialog at Escape, and on Android at the back gesture: that is one step, too.
  await cancel.click()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/my-order')
})

sellerTest("back closes the seller's menu; a page with unsaved changes asks once", async ({ page, faults }) => {
  faults.allow(/ERR_FAILED|ApiError/)
  const [products, order] = ['/admin/manage-products', '/admin/manage-products/order']
  await visit(page, '/admin/manage-orders')
  await follow(page, page.getByRole('link', { name: 'Produk', exact: true }), products)
  await page.getByRole('button', { name: 'Buka menu' }).click()
  await expectBackCloses(page, page.getByRole('dialog', { name: 'Menu admin' }), products)

  await follow(page, page.getByRole('link', { name: 'Urutan toko' }), order)
  await page.route('**/api/admin/products/order', (route) => route.abort())
  await page
    .getByRole('button', { name: /^Urutan / })
    .first()
    .press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: 'urutan 2 dari' })).toBeAttached()
  const question = 'Tinggalkan halaman? Urutan yang belum disimpan akan hilang.'
  await page.goBack()
  await expectBackCloses(page, page.getByRole('dialog', { name: question }), order)
  // Without a connection the page before is not shown, and the way back to this one asks nothing.
  await page.route('**/api/**', (route) => route.abort())
  await page.goBack()
  await answer(page, question, 'Tinggalkan')
  await expectToast(page, 'Tidak bisa terhubung ke toko. Periksa koneksi internet Anda lalu coba lagi.', 'Coba lagi')
  await expect(page).toHaveURL(order)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unroute('**/api/**')
  await page.goBack()
  await answer(page, question, 'Tinggalkan')
  await expect(page).toHaveURL(products)
})
