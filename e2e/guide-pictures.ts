/// <reference lib="dom" />
/**
 * Takes the pictures of docs/panduan-penjual.md in a shop that is empty at first, on a phone of 360 pixels:
 * `UPDATE_GUIDE=on npm run screenshots -- --project=guide`. They are written to docs/images/.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
import { firstAdminLink, useOwnShop } from './own-shop.ts'
import { drawing } from './pictures.ts'
import { fillProduct } from './product-list.ts'
import { answer, expectToast, logIn, register, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { snapPopup } from './snap-popup.ts'

const images = path.resolve(import.meta.dirname, '../docs/images')
const seller = { name: 'Bu Ani', email: 'ani@toko.example', password: 'kata-sandi-bu-ani' }
const buyer = { name: 'Dewi Lestari', email: 'dewi@contoh.example', password: 'kata-sandi-dewi' }

test.skip(process.env.UPDATE_GUIDE === undefined, 'the pictures are part of the documents')
const server = useOwnShop(firstPort + 40, { DEMO_DATA: 'off' })

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // The browser does not load pictures outside the screen.
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
    ),
  )
  const content = await sharp(await page.screenshot())
    .webp({ quality: 55, effort: 6 })
    .toBuffer()
  await writeFile(path.join(images, `${name}.webp`), content)
  console.log(`${name}.webp ${(content.length / 1_000).toFixed(0)} kB`)
}

test('the pictures of the guide', async ({ openBrowser }) => {
  await mkdir(images, { recursive: true })
  const admin = await openBrowser()
  await visit(admin, firstAdminLink(server.output()))
  await admin.getByLabel('Nama Lengkap').fill(seller.name)
  await admin.getByLabel('Email', { exact: true }).fill(seller.email)
  await admin.getByLabel('Kata Sandi', { exact: true }).fill(seller.password)
  await take(admin, '1-akun-administrator')
  await admin.getByRole('button', { name: 'Buat Akun dan Login' }).click()
  await admin.getByRole('button', { name: 'Sudah saya simpan' }).click()
  await admin.waitForURL('**/admin/dashboard')
  await visit(admin, '/admin/dashboard')
  await take(admin, '2-dasbor-kosong')
  await admin.getByRole('link', { name: /^Nama dan cerita toko/ }).click()
  const identity = admin.locator('#identity')
  await identity.getByLabel('Nama toko').fill('Dapur Bu Ani')
  await identity.getByLabel('Slogan').fill('Nastar dan kastengel dari dapur rumah kami.')
  await identity.getByLabel('Cerita toko').fill('Sejak 2019 kami membuat kue kering sendiri, tanpa pengawet.')
  await identity.getByLabel('Nama toko').scrollIntoViewIfNeeded()
  await take(admin, '2-nama-toko')
  await identity.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expectToast(admin, 'Pengaturan tersimpan')

  await visit(admin, '/admin/manage-products')
  await admin.getByRole('button', { name: 'Tambah baru' }).first().click()
  const form = admin.getByRole('dialog', { name: 'Tambah Produk' })
  await form.getByLabel(/^(Unggah|Ganti) gambar$/).setInputFiles(await drawing('nastar'))
  await form.getByRole('img', { name: 'Pratinjau gambar yang dipilih' }).waitFor()
  await fillProduct(form, 'Nastar Keju Bu Ani', '85000', '20')
  await form.getByLabel('Berat').selectOption('500gram')
  await form.getByLabel('Deskripsi').fill('Nastar isi nanas, ditabur keju. Tahan dua bulan dalam toples tertutup.')
  await form.getByLabel('Nama Produk').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await take(admin, '3-tambah-produk')
  await form.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expectToast(admin, 'Produk berhasil ditambahkan!')

  const page = await openBrowser()
  await visit(page, '/auth/register')
  await register(page, buyer)
  await page.waitForURL('**/auth/login**')
  await logIn(page, buyer)
  await page.waitForURL(({ pathname }) => pathname === '/')
  await visit(page, '/products')
  await page
    .getByRole('link', { name: /Nastar Keju Bu Ani/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Nastar Keju Bu Ani' }).waitFor()
  await visit(page, new URL(page.url()).pathname)
  await take(page, '4-produk')
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.waitForURL('**/cart')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await fillAddress(page, 'Jl. Anggrek No. 12, Pasar Minggu', 'Jakarta')
  await page.getByRole('region', { name: 'Pemberitahuan' }).getByRole('button').click() // it would cover the next picture
  await sendOrder(page)
  const popup = snapPopup(page)
  await popup.dialog.getByRole('button', { name: 'Simulasikan pembayaran' }).waitFor()
  await take(page, '5-bayar')
  await popup.pay()
  await page.waitForURL('**/my-order/order/*')

  await visit(admin, '/admin/manage-orders')
  const paid = admin.getByRole('region', { name: /^Pesanan Dibayar/ }).first()
  await paid.getByText(buyer.name).first().waitFor()
  await take(admin, '6-pesanan-dibayar')
  await paid.getByRole('link').filter({ hasText: buyer.name }).first().click()
  await admin.getByRole('button', { name: 'Kirim Pesanan' }).click()
  await admin.getByRole('dialog').waitFor()
  await take(admin, '7-kirim')
  const orderId = new URL(page.url()).pathname.split('/').at(-1)
  await answer(admin, `Apakah anda ingin mengirim pesanan #${orderId}`, 'Kirim')
})
