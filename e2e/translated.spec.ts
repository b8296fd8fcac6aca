/** Pages that the browser translates: it replaces each text by one in elements of its own. */
import type { Page } from '@playwright/test'
import { buy } from './buyer-journey.ts'
import { expect, test } from './fixtures.ts'
import { listOf, quickEdit } from './product-list.ts'
import { answer, expectToast, problem, statusBadge, visit } from './screen.ts'
import { translate } from './translate.ts'

const expectTranslated = (page: Page) => expect(page.locator('h1 font').first()).toBeVisible()

test('buyer and seller register, pay, ship and count on translated pages', async ({ page, openBrowser, shop }) => {
  const product = await shop.makeProduct()
  await page.addInitScript(translate, { isAtOnce: false })
  const id = await buy(page, product)
  await expectTranslated(page)

  const sellersPage = await openBrowser(await shop.seller())
  await sellersPage.addInitScript(translate, { isAtOnce: false })
  await visit(sellersPage, '/admin/dashboard')
  await expectTranslated(sellersPage)
  await visit(sellersPage, `/admin/manage-orders?status=DIBAYAR&query=${id}`)
  await sellersPage.getByLabel('Pilih semua').click()
  await expect(sellersPage.getByRole('link', { name: 'Cetak 1 pesanan' })).toBeVisible()
  await visit(sellersPage, `/admin/manage-orders/order/${id}`)
  await sellersPage.getByRole('button', { name: 'Kirim Pesanan' }).click()
  await answer(sellersPage, `Apakah anda ingin mengirim pesanan #${id}`, 'Kirim')
  await expectToast(sellersPage, 'Pesan telah dikirim')
  await visit(sellersPage, listOf(product))
  const stock = quickEdit(sellersPage, 'stok', product)
  await stock.button.click()
  await stock.input.fill('47')
  await stock.input.press('Enter')
  await expect(stock.button).toContainText('47')

  await visit(page, `/my-order/order/${id}`)
  await page.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
  await answer(page, 'Konfirmasi pesanan sekarang?', 'Ya, konfirmasi')
  await visit(page, `/my-order/order/${id}`)
  await expect(statusBadge(page, 'SELESAI')).toBeVisible()
})

test('a page that is translated before its scripts run works', async ({ page, shop, faults }) => {
  // React says that the texts are not its own, and draws the page again.
  faults.allow(/Minified React error #418/)
  const product = await shop.makeProduct()
  await page.addInitScript(translate, { isAtOnce: true })
  await visit(page, `/products/${product.id}`)
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(problem(page)).toContainText('Anda harus login terlebih dahulu')
})
