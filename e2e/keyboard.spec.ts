/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { snapLoaded, snapPopup } from './snap-popup.ts'

const mostStops = 60

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${control} did not get the focus within ${mostStops} presses of Tab`)
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.insertText(text)
}

test('a purchase from login to payment by keyboard alone', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  await visit(page, `/auth/login?${new URLSearchParams({ next: `/products/${product.id}` })}`)
  await type(page, 'Email', buyer.email)
  await type(page, 'Kata Sandi', buyer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/products/${product.id}`)

  await press(page, page.getByRole('button', { name: '500gram · Toples' }))
  await press(page, page.getByRole('button', { name: 'Tambah jumlah' }))
  await press(page, page.getByRole('button', { name: 'Checkout' }))
  await expect(page).toHaveURL('/cart')
  await press(page, page.getByRole('link', { name: 'Checkout' }))

  await expect(page.getByRole('heading', { level: 1, name: 'Buat Pesanan' })).toBeVisible()
  await type(page, 'Alamat Lengkap', 'Jl. Anggrek No. 12')
  await tabTo(page, page.getByLabel('Kota Pengiriman'))
  await page.keyboard.type('Depok')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Depok')
  await snapLoaded(page)
  await press(page, page.getByRole('button', { name: 'Buat Pesanan' }))

  const { dialog, vaNumber } = snapPopup(page)
  await expect(vaNumber).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Simulasikan pembayaran' }))
  await expectToast(page, 'Pembayaran berhasil!')
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})
