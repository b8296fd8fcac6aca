/// <reference lib="dom" />
/** A shop without demo data on a phone: from the link in its log to its first product, and its pages before that. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { buyerTest, expect, test } from './fixtures.ts'
import { firstAdminLink, useOwnShop } from './own-shop.ts'
import { smallPicture } from './pictures.ts'
import { fillProduct } from './product-list.ts'
import { expectToast, listed, problem, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import type { Account } from './shop.ts'
import { phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'

test.use(phone)
const server = useOwnShop(firstPort + 40, { DEMO_DATA: 'off' })

const ani = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }
/** The administrator, after the link was used. */
let seller: Account

const printedLink = () => firstAdminLink(server.output())

async function look(page: Page, what: string): Promise<void> {
  await expectTouchable(page, what)
  await expectAccessible(page, what)
}

const list = (page: Page) => page.getByRole('region', { name: 'Siapkan toko' })

test('the page names a missing, a wrong and an expired token', async ({ page }) => {
  await visit(page, '/auth/first-admin')
  await expect(problem(page)).toContainText('Tautan ini tidak dikenal')
  await visit(page, `/auth/first-admin#${'x'.repeat(43)}`)
  await expect(problem(page)).toContainText('Tautan ini tidak dikenal')
  await expect(page.getByText('npm run admin:create -- --link')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  await expect(page.getByRole('link')).toHaveText(['Ke Beranda'])
  await look(page, 'a wrong link')
  await page.route('**/api/auth/check-first-admin-link', (route) =>
    route.fulfill({ json: { data: { state: 'expired' } } }),
  )
  await visit(page, '/')
  await visit(page, printedLink())
  await expect(problem(page)).toHaveText('Tautan ini sudah lewat 24 jam, jadi tidak berlaku lagi.')
  await look(page, 'an expired link')
})

test('a shop without products says to visitors that it opens soon', async ({ page }) => {
  await visit(page, '/')
  await expect(page.getByRole('main')).toContainText('Toko ini segera buka: produk pertama sedang kami siapkan.')
  await expect(page.getByRole('main')).not.toContainText(/2016|keripik/i)
  await look(page, 'home of an empty shop')
  for (const address of ['/products', '/products?category=KUE_KERING', '/products?query=nastar']) {
    await visit(page, address)
    await expect(page.getByText('Produk tidak ditemukan', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Toko ini segera buka')
    await expect(page.getByRole('main')).not.toContainText(/Coba kata|Lihat semua/)
  }
  await look(page, 'products of an empty shop')
  await page.getByRole('main').getByRole('link', { name: 'Ke Beranda' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Daftar dulu' }).click()
  await expect(page).toHaveURL('/auth/register')
})

test('the link from the log makes the administrator, once', async ({ page, openBrowser, faults }) => {
  faults.allow(/status of 400/)
  const second = await openBrowser()
  await visit(second, printedLink())

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await visit(page, printedLink())
  await expect(page, 'the token is gone from the address bar').toHaveURL(/\/auth\/first-admin$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Buat akun administrator' })).toBeVisible()
  await expect(page.getByRole('link'), 'nothing leads away').toHaveCount(0)
  await look(page, 'the form for the first administrator')
  const button = page.getByRole('button', { name: 'Buat Akun dan Login' })
  await button.click()
  for (const label of ['Nama Lengkap', 'Email', 'Kata Sandi'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await look(page, 'the form with problems')
  await page.getByLabel('Nama Lengkap').fill(ani.name)
  await page.getByLabel('Email').fill(ani.email)
  await page.getByLabel('Kata Sandi', { exact: true }).fill('password1')
  await button.click()
  await expect(page.getByLabel('Kata Sandi', { exact: true })).toHaveAccessibleDescription(/mudah ditebak/)
  await page.getByLabel('Kata Sandi', { exact: true }).fill(ani.password)
  await button.dblclick()
  await expect(page.getByRole('list', { name: 'Kode pemulihan' }).getByRole('listitem')).toHaveCount(10)
  await look(page, 'the recovery codes')
  await page.getByRole('button', { name: 'Sudah saya simpan' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('banner')).toContainText('Admin')
  const token = new URL(printedLink()).hash.slice(1)
  expect(asked.filter((url) => url.includes(token))).toEqual([])
  const stored = await page.evaluate(() => ({
    token: localStorage.token,
    id: localStorage.account.split(' ')[1],
    history: JSON.stringify(history.state),
  }))
  expect(stored.history).not.toContain(token)
  seller = { ...ani, id: stored.id, token: stored.token, isAdmin: true }

  await second.getByLabel('Nama Lengkap').fill('Orang Lain')
  await second.getByLabel('Email').fill('lain@toko.example')
  await second.getByLabel('Kata Sandi', { exact: true }).fill(ani.password)
  await second.getByRole('button', { name: 'Buat Akun dan Login' }).click()
  await expect(problem(second)).toContainText('toko ini sudah punya administrator')
  await look(second, 'a used link')
  await second.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(second).toHaveURL('/auth/login')

  await page.goto(printedLink())
  await page.getByRole('main').getByRole('link', { name: 'Buka Dashboard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the empty lists of an administrator say what to do next', async ({ openBrowser }) => {
  const page = await openBrowser(seller)
  for (const [address, sentence, step] of [
    ['/admin/dashboard', 'Toko Anda belum punya produk.', 'Tambahkan produk pertama'],
    ['/admin/manage-products', 'Belum ada produk', 'Tambahkan produk pertama'],
    ['/admin/manage-orders', 'Belum ada pesanan', 'Periksa produk di toko'],
    ['/admin/manage-users', 'Belum ada pembeli', 'Salin tautan toko'],
    ['/admin/money', 'Tidak ada uang yang perlu dilihat', 'Lihat Pesanan'],
    ['/admin/refunds', 'Tidak ada dana yang perlu dikembalikan', 'Lihat Pesanan'],
    ['/admin/notifications', 'Belum ada notifikasi', 'Lihat Pesanan'],
  ] as const) {
    await visit(page, address)
    await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible()
    const main = page.getByRole('main')
    const [link, button] = [main.getByRole('link', { name: step }), main.getByRole('button', { name: step })]
    await expect(link.or(button).first()).toBeVisible()
    await expect(main).not.toContainText(/sudah dikirim|Pesanan Dibayar/)
    // The tests of their pages judge the other states.
    if (['/admin/manage-products', '/admin/manage-users'].includes(address))
      await look(page, `${address} of an empty shop`)
  }
})

buyerTest('the empty lists of a buyer say what to do next', async ({ page }) => {
  for (const [address, sentence] of [
    ['/cart', 'Keranjang Anda Kosong'],
    ['/order', 'Keranjang Anda Kosong'],
    ['/my-order', 'Tidak ada pesanan yang menunggu pembayaran'],
    ['/notifications', 'Belum ada notifikasi'],
  ] as const) {
    await visit(page, address)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Lihat Produk' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Lihat Produk' }).click()
  await expect(page.getByRole('main')).toContainText('Toko ini segera buka')
})

test('the list leads to the first product, which opens the shop', async ({ openBrowser, page: visitor, shop }) => {
  const page = await openBrowser(seller)
  await visit(page, '/admin/dashboard')
  await expect(list(page)).toContainText('0 dari 7 selesai')
  await expect(page.getByText('Belum ada produk yang dijual.')).toBeVisible()
  await look(page, 'the list')

  await visit(page, '/')
  await page.getByRole('main').getByRole('link', { name: 'Tambahkan produk pertama' }).click()
  await expect(page.getByRole('button', { name: 'Tambahkan produk pertama' })).toBeVisible()
  await visit(page, '/admin/dashboard')
  await list(page)
    .getByRole('link', { name: /^Produk pertama/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Tambah Produk' })
  await form.getByLabel('Unggah gambar').setInputFiles(smallPicture)
  await fillProduct(form, 'Nastar Bu Ani', '85.000')
  await form.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expectToast(page, 'Produk berhasil ditambahkan!')
  await expect(listed(page, 'Nastar Bu Ani')).toBeVisible()
  await expect(page).toHaveURL('/admin/manage-products')

  await expect(async () => {
    await visit(visitor, '/')
    await expect(visitor.getByRole('heading', { name: 'Nastar Bu Ani' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(visitor.getByRole('main')).not.toContainText('segera buka')
  await visit(visitor, '/products?category=MAKANAN_RINGAN')
  await expect(visitor.getByText('Belum ada makanan ringan yang dijual saat ini.')).toBeVisible()
  await visit(visitor, '/products?query=rendang')
  await expect(visitor.getByRole('main')).toContainText('Lihat semua produk')

  const product = await shop.sample('Nastar Bu Ani')
  const buyer = await shop.makeBuyer()
  await shop.placeOrder(buyer, product)
  await shop.changeStatus(buyer, await shop.placeOrder(buyer, product), 'DIBATALKAN')
  await visit(page, '/admin/dashboard')
  await expect(list(page)).toContainText('1 dari 7 selesai')
  await expect(page.getByText(/^Belum ada pesanan yang dibayar\./), 'neither order is paid').toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Lihat toko' })).toHaveAttribute('href', '/')
  await visit(page, '/admin/settings#contact') // not from the list, so no link leads back to it
  await expect(page.locator('#contact')).toHaveAttribute('open', '')
  await expect(page.locator('#opening summary')).toContainText('Toko buka')
  await expect(page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' })).toHaveCount(0)
  await visit(page, '/admin/dashboard')
  for (const what of ['Masih simulasi', 'Belum ada server email', 'Belum ada cadangan']) {
    await expect(list(page)).toContainText(what)
  }
  await list(page).getByRole('button', { name: 'Sembunyikan daftar ini' }).click()
  await expect(list(page)).toBeHidden()
  await visit(page, '/admin/settings#setup')
  await page.getByRole('button', { name: 'Buka daftar di Dashboard' }).click()
  await expect(list(page)).toContainText('1 dari 7 selesai')
})

test('a helper joins with a link, sees orders and stock, is sent away', async ({ page, openBrowser, faults }) => {
  faults.allow(/status of 40[13]/, /ApiError/)
  const own = await openBrowser(seller)
  await visit(own, '/admin/manage-users')
  await own.getByRole('button', { name: 'Undang staf' }).click()
  await own.getByLabel('Nama', { exact: true }).fill('Dewi')
  await own.getByRole('button', { name: 'Buat tautan' }).dblclick()
  const dialog = own.getByRole('dialog', { name: 'Tautan untuk Dewi' })
  const link = (await dialog.getByText(/auth\/staff#/).textContent()) ?? ''
  await look(own, 'the link of an invitation')
  await dialog.getByRole('button', { name: 'Selesai' }).click()
  await expect(own.getByRole('region', { name: 'Undangan yang belum dipakai' }).getByRole('listitem')).toHaveCount(1)
  await look(own, 'the users with an invitation')

  await visit(page, link)
  await expect(page.getByLabel('Nama Lengkap')).toHaveValue('Dewi')
  await page.getByLabel('Email').fill('dewi@toko.example')
  await page.getByLabel('Kata Sandi', { exact: true }).fill(ani.password)
  await look(page, 'the form of an invitation')
  await page.getByRole('button', { name: 'Buat Akun dan Login' }).dblclick()
  await expect(page).toHaveURL('/admin/manage-orders')
  const bar = page.getByRole('navigation', { name: 'Navigasi bawah' })
  await expect(bar.getByRole('link')).toHaveText(['Pesanan', 'Produksi', 'Produk', 'Profil'])
  await bar.getByRole('link', { name: 'Produk', exact: true }).click()
  await page.getByTitle('Ubah stok Nastar Bu Ani').click()
  await page.getByRole('textbox', { name: 'Ubah stok Nastar Bu Ani' }).fill('20')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expectToast(page, 'Produk berhasil diperbarui!')
  await expect(page.getByRole('button', { name: /Tambah baru|Edit|Hapus|harga/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ubah banyak stok' }).click()
  await page.getByLabel('Ubah stok Nastar Bu Ani').fill('5')
  await page.getByRole('button', { name: 'Simpan 1 produk' }).click()
  await expectToast(page, '1 produk diperbarui')
  await expect(page.getByRole('navigation', { name: 'Yang diubah' }), 'neither prices nor costs').toHaveCount(0)
  await page.goto('/admin/manage-orders/baru')
  await expect(page.getByLabel('Batas bayar', { exact: true })).toBeVisible()
  await expect(page.getByLabel(/Diskon/), 'staff give none').toHaveCount(0)
  for (const path of ['dashboard', 'manage-users', 'refunds', 'money', 'payment-report', 'settings']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByText('Halaman ini hanya untuk administrator')).toBeVisible()
  }
  await look(page, 'a page for administrators alone')

  await visit(page, '/admin/manage-orders')
  await visit(own, '/admin/manage-users?role=staf')
  await own.getByRole('button', { name: 'Akhiri akses Dewi' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Akhiri akses' }).click()
  await expectToast(own, 'Dewi bukan staf lagi')
  await expect(own.getByText('Belum ada staf')).toBeVisible()
  await expect(page, 'her open page leaves at once').toHaveURL(/\/auth\/login/)
})
