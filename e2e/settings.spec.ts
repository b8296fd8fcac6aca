/** The settings, in a shop of their own: other tests rely on the texts and fees that nobody has touched. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { useOwnShop } from './own-shop.ts'
import { visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { phone } from './sizes.ts'

useOwnShop(firstPort + 30, { SERVICE_FEE: '2000' })

/** A section of the page, opened. */
async function section(page: Page, name: string) {
  const part = page.locator('details').filter({ has: page.getByRole('heading', { name }) })
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
  return part
}

test('a seller names the shop and says how it is reached; every page shows it', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/settings')
  const identity = await section(page, 'Nama dan cerita toko')
  await identity.getByLabel('Nama toko').fill('Dapur Bu Ani')
  await identity.getByLabel('Slogan').fill('Keripik tempe renyah dari Bogor.')
  await identity.getByLabel('Cerita toko').fill('Kami mulai dari teras.\n\nSekarang berempat.')
  await identity.getByLabel('Berjualan sejak tahun').fill('2019')
  await identity.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Pengaturan tersimpan')).toBeVisible()
  const contact = await section(page, 'Alamat dan kontak')
  await contact.getByLabel('WhatsApp').fill('0812 3456 7890')
  await contact.getByLabel('Instagram').fill('https://www.instagram.com/dapur.bu.ani/')
  await contact.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(contact.getByLabel('Instagram')).toHaveValue('@dapur.bu.ani')

  const visitor = await openBrowser(await shop.makeBuyer())
  await visit(visitor, '/')
  await expect(visitor.getByRole('heading', { name: 'Selamat datang di Dapur Bu Ani' })).toBeVisible()
  await expect(visitor.getByText('Keripik tempe renyah dari Bogor.')).toHaveCount(2)
  const footer = visitor.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/6281234567890')
  await expect(footer.getByText('Facebook')).toHaveCount(0)
  await expect(footer).toContainText('© 2019 Dapur Bu Ani')
  await visit(visitor, '/about-us')
  await expect(visitor.getByText('Kami mulai dari teras.')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Hubungi kami' })).toContainText('@dapur.bu.ani')
  await expect(visitor.getByText('2016')).toHaveCount(0)
  await expectAccessible(visitor, 'about us, in the words of the seller')
})

test('a city has its own cost and another one is off; the buyer sees it before ordering', { tag: '@phone' }, async ({
  openBrowser,
  shop,
}) => {
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/settings#delivery')
  const delivery = await section(page, 'Pengiriman dan biaya')
  await expect(delivery.getByLabel('Biaya pelayanan (Rp)')).toHaveAttribute('readonly')
  await expect(delivery).toContainText('Diatur di server dengan SERVICE_FEE')
  await delivery.getByLabel('Minimal belanja (Rp)').fill('9000')
  await delivery.getByLabel('Ongkos (Rp) ke Bogor').fill('12.5')
  await delivery.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(delivery.getByText('Minimal belanja harus antara 10.000 dan 10.000.000.')).toBeVisible()
  await delivery.getByRole('button', { name: 'Pakai 12.500' }).click()
  await delivery.getByLabel('Minimal belanja (Rp)').fill('60000')
  await delivery.getByLabel('Lama kirim ke Bogor').fill('3-4 hari')
  await delivery.getByRole('checkbox', { name: 'Bekasi' }).setChecked(false)
  await expectAccessible(page, 'settings that are being changed')
  await delivery.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Pengaturan tersimpan')).toBeVisible()

  const ani = await shop.makeBuyer()
  await shop.addToCart(ani, await shop.makeProduct({ price: 20_000 }))
  const buyer = await openBrowser(ani)
  await visit(buyer, '/order')
  const city = buyer.getByLabel('Kota Pengiriman')
  await expect(city.getByRole('option')).toHaveText([
    'Pilih kota',
    /^Jakarta \(ongkos Rp.4\.000\)$/,
    /^Bogor \(ongkos Rp.12\.500\)$/,
    /^Depok/,
    /^Tangerang/,
  ])
  await city.selectOption('Bogor')
  await expect(buyer.getByText('Tiba 3-4 hari setelah dikirim.')).toBeVisible()
  await expect(buyer.getByText(/Total pesanan minimal Rp.60\.000\. Tambah Rp.25\.500 lagi/)).toBeVisible()
})

test('a buyer whose page is older is told of the new fee and of a city that is off now', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/status of 409/)
  const ani = await shop.makeBuyer()
  await shop.addToCart(ani, await shop.makeProduct({ price: 90_000 }))
  const buyer = await openBrowser(ani)
  await visit(buyer, '/order')
  await buyer.getByLabel('Alamat Lengkap').fill('Jl. Kenanga No. 3')
  await buyer.getByLabel('Kota Pengiriman').selectOption('Depok')
  await shop.changeSettings({ cities: { Depok: { cost: null, days: null, delivers: false } } })
  await buyer.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(buyer.getByRole('alert').filter({ hasText: 'Kami sedang tidak mengirim ke Depok.' })).toBeVisible()
  await buyer.getByRole('button', { name: 'Muat ulang halaman' }).click()
  await expect(buyer.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Kenanga No. 3')
  await expect(buyer.getByLabel('Kota Pengiriman')).toHaveValue('')
  await buyer.getByLabel('Kota Pengiriman').selectOption('Jakarta')
  await shop.changeSettings({ shipping_cost: 7_000 })
  await buyer.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(buyer.getByRole('alert').filter({ hasText: 'sudah berubah. Muat ulang halaman ini.' })).toBeVisible()
})

test('what is typed survives a reload, and two sellers at once lose nothing', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 409/)
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/settings')
  const unpaid = await section(page, 'Pesanan yang belum dibayar')
  await unpaid.getByLabel('Batas waktu bayar (menit)', { exact: true }).fill('120')
  await page.reload()
  await expect(unpaid.getByText('Isian Anda dipulihkan')).toBeVisible()
  await expect(unpaid.getByLabel('Batas waktu bayar (menit)', { exact: true })).toHaveValue('120')
  await shop.changeSettings({ payment_expiry_minutes: 600, max_unpaid_orders: 9 })
  await unpaid.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(unpaid.getByText('Sekarang “600”. Simpan lagi untuk memakai isian Anda.')).toBeVisible()
  await expect(unpaid.getByLabel('Batas waktu bayar (menit)', { exact: true })).toHaveValue('120')
  await expect(unpaid.getByLabel('Pesanan belum dibayar per pembeli')).toHaveValue('9')
  await unpaid.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Pengaturan tersimpan')).toBeVisible()
  await page.getByText('Riwayat perubahan').click()
  await expect(page.getByText('Batas waktu bayar 600 menit → 120 menit oleh Bu Sari')).toBeVisible()
})

test('a logo is in the header of every page as soon as it is saved', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/settings#identity')
  const identity = await section(page, 'Nama dan cerita toko')
  await identity.getByLabel('Unggah logo').setInputFiles(path.join(import.meta.dirname, '../web/public/icon-192.png'))
  // Without another button: the one below saves the texts only.
  await expect(page.getByText('Logo tersimpan')).toBeVisible()
  await visit(page, '/')
  await expect(page.getByRole('banner').locator('img').first()).toHaveAttribute('src', /\/media\/[0-9a-z]+-160\.webp$/)
  await visit(page, '/admin/settings#identity')
  await identity.getByRole('button', { name: 'Hapus logo' }).click()
  await expect(page.getByText('Logo dihapus')).toBeVisible()
})

/** With which an order is made here, whatever the tests before have set. */
const usualCosts = { shipping_cost: 4_000, minimum_order: 10_000 }

test('what a buyer has paid for stands above the list of a new shop', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/dashboard')
  const headings = page.getByRole('main').getByRole('heading', { level: 2, name: /^Siapkan toko$|perlu dikirim$/i })
  await expect(headings).toHaveText(['Siapkan toko', 'Perlu dikirim'])
  await shop.changeSettings(usualCosts)
  await shop.paidOrder()
  await expect(headings).toHaveText(['1 pesanan perlu dikirim', 'Siapkan toko'])
})

test('on a narrow phone the reason why the shop takes no orders has the whole width', async ({ openBrowser, shop }) => {
  await shop.changeSettings(usualCosts)
  await shop.paidOrder()
  await shop.changeSettings({ daily_cap: { orders: 1, pieces: null } })
  const page = await openBrowser(await shop.seller())
  await page.setViewportSize(phone.viewport)
  await visit(page, '/admin/dashboard')
  const reason = page.getByRole('region', { name: 'Buka dan tutup' }).getByText('Pesanan hari ini sudah penuh')
  await expect(reason).toBeVisible()
  expect(await reason.evaluate((line) => line.getBoundingClientRect().height)).toBeLessThan(60)
})
