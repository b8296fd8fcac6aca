/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillOrder, sendOrder } from './order-form.ts'
import { useOwnShop } from './own-shop.ts'
import { expectToast, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { snapPopup } from './snap-popup.ts'

useOwnShop(firstPort + 40)

test.afterEach(({ shop }) =>
  shop.changeSettings({ closed: null, hours: null, daily_cap: { orders: null, pieces: null } }),
)

const banner = (page: Page) => page.getByRole('region', { name: 'Keadaan toko' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Buat Pesanan' })
/** As if some time had passed: a page asks again when its reader comes back to it. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('the seller closes the shop on the dashboard and opens it again @phone', async ({
  openBrowser,
  shop,
  page,
  faults,
}) => {
  faults.allow(/400/)
  const admin = await openBrowser(await shop.seller())
  await visit(admin, '/admin/dashboard')
  const card = admin.getByRole('region', { name: 'Buka dan tutup' })
  await expect(card).toContainText('Toko buka')
  await card.getByRole('button', { name: 'Tutup sementara' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Tutup sementara' })
  await dialog.getByLabel('Kalimat untuk pembeli (opsional)').fill('Libur Lebaran')
  await dialog.getByLabel('Buka lagi pada (opsional)').fill('2020-01-01')
  await expectAccessible(admin, 'the question before the shop is closed')
  await dialog.getByRole('button', { name: 'Tutup toko' }).click()
  await expect(dialog.getByText('Pilih tanggal setelah hari ini.')).toHaveCount(2)
  await expect(dialog.getByLabel('Kalimat untuk pembeli (opsional)')).toHaveValue('Libur Lebaran')
  await dialog.getByLabel('Buka lagi pada (opsional)').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Tutup toko' }).click()
  await expectToast(admin, 'Toko ditutup')
  await expect(card).toContainText('Toko sedang tutup')
  await expect(banner(admin)).toContainText('Libur Lebaran. Buka lagi Kamis, 31 Desember 2099.')
  await expectAccessible(admin, 'the dashboard of a closed shop')

  await visit(page, '/')
  await expect(banner(page)).toHaveText('Toko sedang tutup. Libur Lebaran. Buka lagi Kamis, 31 Desember 2099.')
  await expectAccessible(page, 'the home page of a closed shop')
  await card.getByRole('button', { name: 'Buka lagi' }).click()
  await expectToast(admin, 'Toko dibuka lagi')
  await expect(card).toContainText('Toko buka')
  await expect(banner(admin)).toBeHidden()
  await comeBack(page)
  await expect(banner(page)).toBeHidden()
})

test('the order page of a closed shop says so, keeps what was typed, and can be sent when it is open @phone', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/409/)
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await fillOrder(page, shop, buyer)
  await shop.changeSettings({ closed: { sentence: 'Libur', reopens_on: null } })
  await sendOrder(page) // the page was loaded before
  await expect(banner(page)).toContainText('Toko sedang tutup. Libur.')
  await expect(sendButton(page)).toBeDisabled()
  await expect(sendButton(page)).toHaveAccessibleDescription(
    'Toko sedang tutup. Keranjang dan isian Anda tetap tersimpan.',
  )
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Mawar No. 4')
  await expectAccessible(page, 'the order page of a closed shop')
  await visit(page, '/order')
  await expect(sendButton(page)).toBeDisabled()
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Mawar No. 4')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Tangerang')

  await shop.changeSettings({ closed: null })
  await comeBack(page)
  await expect(sendButton(page)).toBeEnabled()
  await sendOrder(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
})

test('a cart that is larger than what is left of the day is refused with what is left', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/409/)
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await shop.addToCart(buyer, await shop.makeProduct(), 3)
  await shop.changeSettings({ daily_cap: { orders: null, pieces: 2 } })
  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Mawar No. 4')
  await page.getByLabel('Kota Pengiriman').selectOption('Tangerang')
  await sendOrder(page)
  // Fewer than two where another test has ordered today.
  await expect(page.getByRole('alert').filter({ hasText: /hanya dapat menerima [12] barang lagi/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ubah isi keranjang' })).toBeVisible()
  await expect(banner(page)).toBeHidden()
  await expect(sendButton(page)).toBeEnabled()
})

test('hours and a cap are set in the settings, and shown to everybody @phone', async ({ openBrowser, shop, page }) => {
  const admin = await openBrowser(await shop.seller())
  await visit(admin, '/admin/settings#opening')
  await admin.getByLabel('Tampilkan jam buka').check()
  await admin.getByLabel('Buka hari Senin').fill('09:00')
  await admin.getByRole('button', { name: 'Samakan semua dengan Senin' }).click()
  await admin.getByLabel('Minggu', { exact: true }).uncheck()
  await admin.getByLabel('Tutup hari Sabtu').fill('02:00')
  await expect(admin.getByText('Sampai hari berikutnya')).toBeVisible()
  await admin.getByLabel('Pesanan per hari').fill('40')
  await expectAccessible(admin, 'the hours and the cap in the settings')
  await admin.locator('#opening').getByRole('button', { name: 'Simpan' }).click()
  await expectToast(admin, 'Pengaturan tersimpan')
  await visit(admin, '/admin/settings')
  await expect(admin.locator('#opening summary')).toContainText('Senin–Jumat 09.00–17.00 WIB, Sabtu 09.00–02.00 WIB')
  await visit(admin, '/admin/dashboard')
  await expect(admin.getByRole('region', { name: 'Buka dan tutup' })).toContainText(
    /Sisa batas hari ini: \d+ dari 40 pesanan/,
  )

  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('term')).toHaveText(['Senin–Jumat', 'Sabtu', 'Minggu'])
  await expect(footer.getByRole('definition')).toHaveText(['09.00–17.00 WIB', '09.00–02.00 WIB', 'Tutup'])
})
