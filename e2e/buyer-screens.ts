import { expect, type Page } from '@playwright/test'
import { drawing, noPicture } from './pictures.ts'
import { visit } from './screen.ts'
import type { Walk } from './screens.ts'

/** Opens a page that needs a login and passes it to `look`. */
export function showing(page: Page, look: Walk['look']) {
  return async (name: string, path: string) => {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await look(page, name)
  }
}

/** The screens of a customer who has just registered. */
export async function newBuyerScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const page = await openBrowser(await shop.makeBuyer())
  const show = showing(page, look)
  await show('cart-empty', '/cart')
  await show('checkout-empty', '/order')
  for (const status of ['DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN']) {
    await show(`my-order-empty-${status.toLowerCase()}`, `/my-order?status=${status}`)
  }
  await show('notifications-empty', '/notifications')
  await show('about-us', '/about-us')
  await show('help', '/help')
  await page.getByText('Ke kota mana saja').click()
  await look(page, 'help-answer')
  await show('not-found-buyer', '/tidak/ada')
  await visit(page, `/products/${(await shop.sample('nastar')).id}`)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Tekan untuk memilih kemasan ini.')).toBeVisible()
  await look(page, 'product-packaging-missing')
  await page.getByRole('banner').locator('summary').click()
  await look(page, 'account-menu')
  await page.getByRole('banner').getByRole('button', { name: 'Keluar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'log-out-question')
  await showing(await openBrowser(await shop.seller()), look)('not-found-seller', '/tidak/ada')
}

export async function profileScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  const show = showing(page, look)
  await show('profile', '/profile')
  await shop.logIn(buyer) // with another device
  await page.getByRole('button', { name: 'Lihat Perangkat' }).click()
  await expect(page.getByRole('button', { name: 'Akhiri semua yang lain' })).toBeVisible()
  await look(page, 'profile-devices')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel(/Foto$/).setInputFiles(await drawing('sagu-keju'))
  await page.getByLabel('Alamat Lengkap').fill('Jl. Anggrek No. 12, RT 04/RW 02, Pasar Minggu')
  await look(page, 'profile-edit')
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expect(page.getByText('Profil berhasil diperbarui')).toBeVisible()
  await look(page, 'profile-saved')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel(/Foto$/).setInputFiles(noPicture)
  await page.getByLabel('Nama Lengkap').fill('')
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await page.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await page.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await look(page, 'profile-problems')
  await page.route('**/api/users/me', (route) => route.abort())
  await show('profile-failure', '/profile')
}
