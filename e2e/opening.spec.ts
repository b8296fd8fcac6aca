/**
 * The opening of a production shop on a phone: from the link in its log to the first order that a buyer places, then the
 * rest of 'Siapkan toko', all without a terminal. It prints taps and typed characters of each step, and fails if they grow.
 */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { sendOrder } from './order-form.ts'
import { productionShop, useOwnShop } from './own-shop.ts'
import { largePhoto } from './pictures.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort, gatewayKeys } from './set-ups.ts'
import { phone } from './sizes.ts'
import { snapPopup } from './snap-popup.ts'
import { expectTouchable } from './touchable.ts'

test.use({ ...phone, viewport: { width: 360, height: 720 } })
const server = useOwnShop(firstPort + 70, { ...productionShop, ALLOW_IN_PRODUCTION: 'http', DEMO_DATA: 'off' })

const owner = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }

/** Counts what a thumb does. A field is tapped before it is typed in or pasted into, and a choice is tapped twice. */
function counter() {
  const steps: { step: string; taps: number; typed: number; seconds: number }[] = []
  let present = { step: '', taps: 0, typed: 0, seconds: 0 }
  let begun = performance.now()
  const count = (taps: number, typed = 0) => {
    present.taps += taps
    present.typed += typed
  }
  return {
    steps,
    begin(step: string) {
      present = { step, taps: 0, typed: 0, seconds: 0 }
      begun = performance.now()
      steps.push(present)
    },
    end: () => {
      present.seconds = Math.round((performance.now() - begun) / 100) / 10
    },
    async tap(target: Locator) {
      count(1)
      await target.click()
    },
    async type(target: Locator, text: string) {
      count(1, text.length)
      await target.fill(text)
    },
    async paste(target: Locator, text: string) {
      count(2)
      await target.fill(text)
    },
    async choose(target: Locator, label: string) {
      count(2)
      await target.selectOption(label)
    },
    async photo(target: Locator) {
      count(2)
      await target.setInputFiles(largePhoto())
    },
  }
}

const list = (page: Page) => page.getByRole('region', { name: 'Siapkan toko' })
const card = (page: Page) => page.getByRole('region', { name: 'Buka dan tutup' })
const back = (page: Page) => page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' })

test('a seller opens her shop with few taps, and knows what is missing until a buyer can order', {
  tag: '@thorough',
}, async ({ page, openBrowser, shop, faults }) => {
  test.setTimeout(240_000)
  faults.allow(/status of 400/)
  const { steps, begin, end, tap, type, paste, choose, photo } = counter()
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  begin('account')
  await visit(page, /http:\S+\/auth\/first-admin#\S+/.exec(server.output())?.[0] ?? '')
  await type(page.getByLabel('Nama Lengkap'), owner.name)
  await type(page.getByLabel('Email'), owner.email)
  await type(page.getByLabel('Kata Sandi', { exact: true }), owner.password)
  await tap(button('Buat Akun dan Login'))
  await tap(page.getByRole('button', { name: /^Sudah saya simpan/ }))
  await expect(card(page)).toContainText('Pembeli belum bisa memesan')
  await expect(page.getByRole('main')).not.toContainText('Toko buka')
  end()
  await expectTouchable(page, 'the dashboard of a shop that nobody can order from')

  begin('payment keys')
  await tap(card(page).getByRole('link', { name: 'Isi kunci pembayaran' }))
  const payment = page.locator('#payment')
  await expect(payment.getByRole('img', { name: 'Contoh gambar' })).toBeVisible()
  await expectAccessible(page, 'where the keys are found')
  await paste(payment.getByLabel('Client key'), gatewayKeys.clientKey)
  await paste(payment.getByLabel('Server key', { exact: true }), gatewayKeys.serverKey)
  await type(payment.getByLabel('Kata sandi akun Anda'), owner.password)
  await tap(payment.getByRole('button', { name: 'Periksa dan simpan' }))
  await expectToast(page, 'Kunci pembayaran tersimpan')
  await tap(back(page))
  await expect(card(page)).not.toContainText('Isi kunci pembayaran')
  await expect(page.getByRole('main')).not.toContainText('Toko buka')
  end()

  begin('first product')
  await tap(list(page).getByRole('link', { name: /^Produk pertama/ }))
  const form = page.getByRole('dialog', { name: 'Tambah Produk' })
  await photo(form.getByLabel('Unggah gambar'))
  await expect(form.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
  await expect(form.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await type(form.getByLabel('Nama Produk'), 'Nastar Keju')
  await choose(form.getByLabel('Kategori'), 'Kue Kering')
  await choose(form.getByLabel('Berat'), '500gram')
  await type(form.getByLabel('Harga (Rp)'), '85rb')
  await type(form.getByLabel('Stok', { exact: true }), '12')
  await type(form.getByLabel('Deskripsi'), 'Nastar isi nanas buatan sendiri.')
  await tap(form.getByRole('button', { name: 'Simpan' }))
  await tap(page.getByRole('link', { name: 'Lihat di toko' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Nastar Keju' })).toBeVisible()
  const product = page.url()
  await tap(back(page))
  await expect(card(page)).toContainText('Toko buka')
  end()

  const buyer = await shop.makeBuyer()
  const other = await openBrowser(buyer)
  await visit(other, product)
  await other.getByRole('button', { name: '500gram · Toples' }).click()
  await other.getByRole('button', { name: 'Checkout' }).click()
  await other.getByRole('link', { name: 'Checkout' }).click()
  await other.getByLabel('Alamat Lengkap').fill('Jl. Anggrek No. 12')
  await other.getByLabel('Kota Pengiriman').selectOption('Jakarta')
  await sendOrder(other)
  await snapPopup(other).pay()
  await expect(statusBadge(other, 'DIBAYAR')).toBeVisible()
  const toFirstOrder = [...steps]

  const save = (id: string) => tap(page.locator(`#${id}`).getByRole('button', { name: 'Simpan', exact: true }))
  begin('name and story')
  await tap(list(page).getByRole('link', { name: /^Nama dan cerita/ }))
  await type(page.getByLabel('Nama toko', { exact: true }), 'Dapur Bu Ani')
  await type(page.getByLabel('Cerita toko'), 'Kue kering dari dapur rumah kami.')
  await save('identity')
  await tap(back(page))
  end()

  begin('contact')
  await tap(list(page).getByRole('link', { name: /^WhatsApp dan alamat/ }))
  await type(page.locator('#contact').getByLabel('WhatsApp', { exact: true }), '081234567890')
  await type(page.getByLabel('Alamat toko'), 'Jl. Melati 7, Bogor')
  await save('contact')
  await tap(back(page))
  end()

  begin('delivery')
  await tap(list(page).getByRole('button', { name: /sudah sesuai$/ }))
  await expect(list(page)).toContainText('4 dari 7 selesai')
  end()

  begin('mail by Gmail')
  await tap(list(page).getByRole('link', { name: /^Email/ }))
  const mail = page.locator('#mail')
  await tap(mail.getByRole('button', { name: 'Yahoo' }))
  await expect(mail.getByRole('img', { name: 'Contoh gambar' })).toBeVisible()
  await tap(mail.getByRole('button', { name: 'Gmail' }))
  await expect(mail.getByLabel('Alamat server SMTP')).toHaveCount(0)
  await type(mail.getByLabel('Alamat Gmail'), 'dapurani@gmail.com')
  await paste(mail.getByLabel('Sandi aplikasi'), 'abcd efgh ijkl mnop')
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
  end()

  begin('backup')
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
  end()

  console.table(steps)
  const sum = (name: 'taps' | 'typed') => toFirstOrder.reduce((total, step) => total + step[name], 0)
  expect({ taps: sum('taps'), typed: sum('typed') }).toEqual({ taps: 27, typed: 109 })
})
