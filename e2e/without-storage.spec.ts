/// <reference lib="dom" />
/** Browsers that keep nothing: with forbidden cookies, in the windows of some apps, on a full device. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillAddress } from './order-form.ts'
import { expectToast, logIn, visit } from './screen.ts'

const keepsNoLogin =
  'Peramban ini tidak menyimpan login, jadi Anda harus login lagi setiap kali halaman dibuka atau dimuat ulang.'

type Kind = 'forbidden' | 'null' | 'full'

const prepare = (page: Page, kind: Kind) =>
  page.addInitScript((kind) => {
    if (kind === 'full') {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      return
    }
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get() {
          if (kind === 'null') return null
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  }, kind)

for (const kind of ['forbidden', 'null', 'full'] as const) {
  test(`a browser whose storage is ${kind} shows every page and logs in`, async ({ page, shop, faults }) => {
    faults.allow(/status of 404 .*\/api\/order-links/)
    // The script with which the router restores the scroll position.
    if (kind !== 'full') faults.allow(/SecurityError|page error: $|reading '(get|remove)Item'/)
    const buyer = await shop.makeBuyer()
    const product = await shop.makeProduct()
    await prepare(page, kind)
    for (const path of ['/', '/products', `/products/${product.id}`, '/auth/register']) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    }
    await visit(page, '/pesanan#tidak-dikenal')
    await expect(page.getByRole('main')).toContainText('Tautan')

    await visit(page, `/products/${product.id}`)
    await page.getByRole('button', { name: '500gram · Toples' }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByRole('alert').getByRole('link').click()
    await expect(page.getByRole('main')).toContainText(keepsNoLogin)
    await logIn(page, buyer)
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('main')).toContainText(product.name)
    await page.getByRole('link', { name: 'Checkout' }).click()
    await fillAddress(page, 'Jl. Melati No. 7', 'Bogor')
    await page.getByRole('link', { name: 'Ubah', exact: true }).click()
    await expect(page).toHaveURL('/cart')
    await page.goBack()
    await expect(page).toHaveURL('/order')
    await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Melati No. 7')
    await page.getByRole('button', { name: 'Buat Pesanan' }).click()
    await expect.poll(async () => (await shop.orders(buyer)).length).toBe(1)

    await visit(page, '/my-order')
    await expect(page).toHaveURL(/\/auth\/login/)
    await logIn(page, buyer)
    await expectToast(page, keepsNoLogin)
    await expect(page).toHaveURL('/my-order')
  })
}
