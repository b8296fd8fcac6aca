/** Without a connection, or without an answer of the shop, the screen stays and nothing typed is lost. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectToast, stepper, visit } from './screen.ts'

const address = 'Jl. Melati No. 7, RT 02/RW 05'
const problem = (page: Page) => page.getByRole('main').getByRole('alert')
const noConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ApiError/

test('without a connection the cart stays as it was', async ({ openBrowser, shop, faults }) => {
  faults.allow(noConnection)
  const product = await shop.makeProduct()
  const buyer = await shop.makeBuyer()
  await shop.addToCart(buyer, product, 2)
  const page = await openBrowser(buyer)
  await visit(page, '/cart')
  await page.context().setOffline(true)
  const { more, value } = stepper(page, product)
  await more.click()
  await expectToast(page, 'Gagal memperbarui jumlah produk')
  await expect(value).toHaveText('2')
  await expect(more).toBeEnabled()
})

test('without a connection a product is not put into the cart, and what was chosen stays', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(noConnection)
  const product = await shop.makeProduct()
  const page = await openBrowser(await shop.makeBuyer())
  await visit(page, `/products/${product.id}`)
  await stepper(page, product).more.click()
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expectToast(page, 'Gagal menambahkan produk ke keranjang')
  await expect(stepper(page, product).value).toHaveText('2')
})

test('without a connection the page stays, and the next one loads when the connection is back', async ({ page }) => {
  await visit(page, '/')
  const next = page.getByRole('link', { name: 'Lihat lebih banyak' })
  await page.context().setOffline(true)
  await next.click()
  await expectToast(page, 'Tidak dapat terhubung ke toko. Periksa koneksi internet Anda lalu coba lagi.')
  await expect(page).toHaveURL('/')
  await page.context().setOffline(false)
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
})

test('if the shop does not answer, the next page says so, and loads after a retry', async ({ page, faults }) => {
  faults.allow(noConnection)
  await visit(page, '/')
  await page.route('**/api/products?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
  const noConnectionPage = page.getByRole('heading', { level: 1, name: 'Tidak ada koneksi' })
  await expect(noConnectionPage).toBeVisible()
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await failed
  await expect(noConnectionPage).toBeVisible()
  await page.unroute('**/api/products?*')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
})

test('without a connection the profile is not saved, and what was typed stays', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(noConnection)
  const page = await openBrowser(await shop.makeBuyer())
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel('Alamat Lengkap').fill(address)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expect(problem(page)).toHaveText('Gagal memperbarui profil')
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue(address)
})

test('a registration without a connection says so and keeps what was typed', async ({ page, faults }) => {
  faults.allow(noConnection)
  await visit(page, '/auth/register')
  await page.getByLabel('Nama Lengkap').fill('Dewi')
  await page.getByLabel('Email').fill('dewi@contoh.test')
  await page.getByLabel('No Telepon').fill('081234567890')
  await page.getByLabel('Kata Sandi', { exact: true }).fill('sandi-dewi-1')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(problem(page)).toHaveText('Gagal mendaftarkan pengguna.')
  await expect(page.getByLabel('Nama Lengkap')).toHaveValue('Dewi')
})

test("what can't be loaded is named, and can be tried again", async ({ openBrowser, shop, faults }) => {
  faults.allow(noConnection)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.addToCart(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  for (const [path, call, sentence] of [
    [`/my-order/order/${order.id}`, `**/api/orders/${order.id}`, 'Gagal memuat data pesanan'],
    ['/my-order', '**/api/orders/me?*', 'Gagal memuat data pesanan'],
    ['/profile', '**/api/users/me', 'Gagal memuat data profil'],
    ['/cart', '**/api/carts', 'Gagal memuat keranjang belanja'],
    ['/notifications', '**/api/notifications', 'Gagal memuat notifikasi'],
  ] as const) {
    await page.route(call, (route) => route.abort())
    await visit(page, path)
    await expect(problem(page)).toContainText(sentence)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await expect(problem(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a page without its data loads it again when the network is back', async ({ faults, openBrowser, shop }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ApiError/)
  const page = await openBrowser(await shop.makeBuyer())
  await page.route('**/api/orders/me?*', (route) => route.abort('internetdisconnected'))
  await visit(page, '/my-order')
  await expect(page.getByText('Gagal memuat data pesanan')).toBeVisible()
  await page.context().setOffline(true)
  await page.unroute('**/api/orders/me?*')
  await page.context().setOffline(false)
  await expect(page.getByText('Tidak ada pesanan yang menunggu pembayaran')).toBeVisible()
})
