/// <reference lib="dom" />
/**
 * Takes the pictures of docs/panduan-penjual.md in a shop that is empty at first, on a phone of 360 pixels:
 * `node_modules/.bin/node e2e/guide-pictures.ts`. They are written to docs/images/.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startShopProcess } from '../server/src/testing/shop-process.ts'
import { findChromium } from './find-chromium.ts'
import { sendOrder } from './order-form.ts'
import { drawing } from './pictures.ts'
import { answer, expectToast, logIn, visit } from './screen.ts'
import { snapPopup } from './snap-popup.ts'

const root = path.resolve(import.meta.dirname, '..')
const images = path.join(root, 'docs/images')
const seller = { name: 'Bu Ani', email: 'ani@toko.example', password: 'kata-sandi-bu-ani' }
const buyer = { name: 'Dewi Lestari', email: 'dewi@contoh.example', password: 'kata-sandi-dewi' }
const phone = {
  viewport: { width: 360, height: 720 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
  locale: 'id-ID',
} as const

const folder = await mkdtemp(path.join(tmpdir(), 'guide-'))
const environment = { DATA_DIR: path.join(folder, 'data'), DEMO_DATA: 'off' }
const shop = await startShopProcess({ connectionString: '' }, environment)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
let total = 0

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
  total += content.length
  console.log(`${name}.webp ${(content.length / 1_000).toFixed(0)} kB`)
}

/** A new link, because the shop's own is in its log. */
function firstAdminLink(): string {
  const printed = execFileSync(process.execPath, [path.join(root, 'server/scripts/create-admin.ts'), '--link'], {
    env: { ...process.env, ...environment, PUBLIC_URL: shop.origin },
    encoding: 'utf8',
  })
  return /^http\S+$/m.exec(printed)?.[0] ?? ''
}

try {
  await mkdir(images, { recursive: true })
  const open = async () => (await browser.newContext({ ...phone, baseURL: shop.origin })).newPage()
  const admin = await open()
  await visit(admin, firstAdminLink())
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
  await form.getByLabel('Nama Produk').fill('Nastar Keju Bu Ani')
  await form.getByLabel('Kategori').selectOption('Kue Kering')
  await form.getByLabel('Berat').selectOption('500gram')
  await form.getByLabel('Harga (Rp)').fill('85000')
  await form.getByLabel('Stok').fill('20')
  await form.getByLabel('Deskripsi').fill('Nastar isi nanas, ditabur keju. Tahan dua bulan dalam toples tertutup.')
  await form.getByLabel('Nama Produk').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await take(admin, '3-tambah-produk')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(admin, 'Produk berhasil ditambahkan!')

  const page = await open()
  await visit(page, '/auth/register')
  await page.getByLabel('Nama Lengkap').fill(buyer.name)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('No Telepon').fill('0812-3456-7890')
  await page.getByLabel('Kata Sandi', { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: 'Daftar' }).click()
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
  await page.getByLabel('Alamat Lengkap').fill('Jl. Anggrek No. 12, Pasar Minggu')
  await page.getByLabel('Kota Pengiriman').selectOption('Jakarta')
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
  console.log(`together ${(total / 1_000).toFixed(0)} kB`)
} finally {
  await browser.close()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}
