/**
 * The opening of a production shop on a phone: from the link in its log to the first order that a buyer places, then the
 * rest of 'Siapkan toko', all without a terminal.
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
import { firstAdminLink, productionShop, useOwnShop } from './own-shop.ts'
import { largePhoto } from './pictures.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort, gatewayKeys } from './set-ups.ts'
import { phone } from './sizes.ts'
import { snapPopup } from './snap-popup.ts'
import { thumbOn } from './thumb.ts'
import { expectTouchable } from './touchable.ts'

test.use({ ...phone, viewport: { width: 360, height: 720 } })
const server = useOwnShop(firstPort + 70, { ...productionShop, ALLOW_IN_PRODUCTION: 'http', DEMO_DATA: 'off' })

const owner = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }

const list = (page: Page) => page.getByRole('region', { name: 'Siapkan toko' })
const card = (page: Page) => page.getByRole('region', { name: 'Buka dan tutup' })
const back = (page: Page) => page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' })

test('a seller opens her shop with few taps @thorough', async ({ page, openBrowser, shop, faults }) => {
  test.setTimeout(240_000)
  faults.allow(/status of 400/)
  const thumb = thumbOn(page)
  const { tap, type, twice } = thumb
  let product = ''
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await thumb.does('account', 5, async () => {
    await visit(page, firstAdminLink(server.output()))
    await type(page.getByLabel('Nama Lengkap'), owner.name)
    await type(page.getByLabel('Email'), owner.email)
    await type(page.getByLabel('Kata Sandi', { exact: true }), owner.password)
    await tap(button('Buat Akun dan Login'))
    await tap(page.getByRole('button', { name: /^Sudah saya simpan/ }))
    await expect(card(page)).toContainText('Pembeli belum bisa memesan')
    await expect(page.getByRole('main')).not.toContainText('Toko buka')
  })
  await expectTouchable(page, 'the dashboard of a shop that nobody can order from')

  await thumb.does('payment keys', 8, async () => {
    await tap(card(page).getByRole('link', { name: 'Isi kunci pembayaran' }))
    const payment = page.locator('#payment')
    await expect(payment.getByRole('img', { name: 'Contoh gambar' })).toBeVisible()
    await expectAccessible(page, 'where the keys are found')
    await twice(payment.getByLabel('Client key').fill(gatewayKeys.clientKey))
    await twice(payment.getByLabel('Server key', { exact: true }).fill(gatewayKeys.serverKey))
    await type(payment.getByLabel('Kata sandi akun Anda'), owner.password)
    await tap(payment.getByRole('button', { name: 'Periksa dan simpan' }))
    await expectToast(page, 'Kunci pembayaran tersimpan')
    await tap(back(page))
    await expect(card(page)).not.toContainText('Isi kunci pembayaran')
    await expect(page.getByRole('main')).not.toContainText('Toko buka')
  })

  await thumb.does('first product', 14, async () => {
    await tap(list(page).getByRole('link', { name: /^Produk pertama/ }))
    const form = page.getByRole('dialog', { name: 'Tambah Produk' })
    await twice(form.getByLabel('Unggah gambar').setInputFiles(largePhoto()))
    await expect(form.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
    await expect(form.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await type(form.getByLabel('Nama Produk'), 'Nastar Keju')
    await twice(form.getByLabel('Kategori').selectOption('Kue Kering'))
    await twice(form.getByLabel('Berat').selectOption('500gram'))
    await type(form.getByLabel('Harga (Rp)'), '85rb')
    await type(form.getByLabel('Stok', { exact: true }), '12')
    await type(form.getByLabel('Deskripsi'), 'Nastar isi nanas buatan sendiri.')
    await tap(form.getByRole('button', { name: 'Simpan', exact: true }))
    await tap(page.getByRole('link', { name: 'Lihat di toko' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Nastar Keju' })).toBeVisible()
    product = page.url()
    await tap(back(page))
    await expect(card(page)).toContainText('Toko buka')
  })

  const buyer = await shop.makeBuyer()
  const other = await openBrowser(buyer)
  await visit(other, product)
  await other.getByRole('button', { name: '500gram · Toples' }).click()
  await other.getByRole('button', { name: 'Checkout' }).click()
  await other.getByRole('link', { name: 'Checkout' }).click()
  await fillAddress(other, 'Jl. Anggrek No. 12', 'Jakarta')
  await sendOrder(other)
  await snapPopup(other).pay()
  await expect(statusBadge(other, 'DIBAYAR')).toBeVisible()
  const typed = thumb.log.reduce((sum, { characters }) => sum + characters, 0)
  expect(typed, 'until the first order').toBeLessThanOrEqual(109)

  const save = (id: string) => tap(page.locator(`#${id}`).getByRole('button', { name: 'Simpan', exact: true }))
  await thumb.does('name and story', 5, async () => {
    await tap(list(page).getByRole('link', { name: /^Nama dan cerita/ }))
    await type(page.getByLabel('Nama toko', { exact: true }), 'Dapur Bu Ani')
    await type(page.getByLabel('Cerita toko'), 'Kue kering dari dapur rumah kami.')
    await save('identity')
    await tap(back(page))
  })

  await thumb.does('contact', 5, async () => {
    await tap(list(page).getByRole('link', { name: /^WhatsApp dan alamat/ }))
    await type(page.locator('#contact').getByLabel('WhatsApp', { exact: true }), '081234567890')
    await type(page.getByLabel('Alamat toko'), 'Jl. Melati 7, Bogor')
    await save('contact')
    await tap(back(page))
  })

  await thumb.does('delivery', 1, async () => {
    await tap(list(page).getByRole('button', { name: /sudah sesuai$/ }))
    await expect(list(page)).toContainText('4 dari 7 selesai')
  })

  await thumb.does('mail by Gmail', 9, async () => {
    await tap(list(page).getByRole('link', { name: /^Email/ }))
    const mail = page.locator('#mail')
    await tap(mail.getByRole('button', { name: 'Yahoo' }))
    await expect(mail.getByRole('img', { name: 'Contoh gambar' })).toBeVisible()
    await tap(mail.getByRole('button', { name: 'Gmail' }))
    await expect(mail.getByLabel('Alamat server SMTP')).toHaveCount(0)
    await type(mail.getByLabel('Alamat Gmail'), 'dapurani@gmail.com')
    await twice(mail.getByLabel('Sandi aplikasi').fill('abcd efgh ijkl mnop'))
    await type(mail.getByLabel('Kata sandi akun Anda'), owner.password)
    await expectAccessible(page, 'the form for Gmail')
    await page.route('**/api/admin/settings/mail-server', (route) =>
      route.fulfill({
        status: 400,
        json: { errors: 'Server email menolak.', message: 'Server email menolak.', code: 'VALIDATION' },
      }),
    )
    const sent = page.waitForRequest('**/api/admin/settings/mail-server')
    await tap(mail.getByRole('button', { name: 'Coba dan simpan' }))
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ host: 'smtp.gmail.com', port: 587, security: 'starttls', password: 'abcdefghijklmnop' },
      ...{ username: 'dapurani@gmail.com', sender_email: 'dapurani@gmail.com' },
    })
    await expect(mail.getByRole('alert').filter({ hasText: 'menolak' })).toBeVisible()
    await tap(back(page))
  })

  await thumb.does('backup', 4, async () => {
    await tap(list(page).getByRole('link', { name: /^Cadangan data/ }))
    const backup = page.locator('#backup')
    await type(backup.getByLabel('Kata sandi akun Anda'), owner.password)
    const download = page.waitForEvent('download')
    await tap(backup.getByRole('button', { name: 'Unduh cadangan' }))
    expect((await download).suggestedFilename()).toMatch(/^camilan-.*\.tar$/)
    expect(await (await download).failure()).toBeNull()
    await expectAccessible(page, 'a backup that was downloaded')
    await tap(back(page))
    await expect(list(page)).toContainText('Anda mengunduh cadangan')
  })
})
