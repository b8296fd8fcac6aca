/// <reference lib="dom" />
import { expect, buyerTest as test } from './fixtures.ts'
import { fillOrder, sendOrder, unpaidOrders } from './order-form.ts'
import { answer, expectToast, visit } from './screen.ts'
import { otherCosts } from './shop.ts'
import { snapPopup } from './snap-popup.ts'

test('an order needs an address and a city; notes are optional', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct({ price: 30_000 })
  await shop.addToCart(buyer, product, 2)
  await visit(page, '/order')
  const recipient = page.getByRole('region', { name: '1. Penerima' })
  await expect(recipient).toContainText(buyer.name)
  await expect(recipient).toContainText('081234567890')
  await expect(page.getByRole('region', { name: '3. Produk' })).toContainText(
    `${product.name}Toples 500gram2 × Rp 30.000`,
  )
  const send = page.getByRole('button', { name: 'Buat Pesanan' })
  const total = page.getByRole('term').filter({ hasText: 'Total Pembayaran' }).locator('..').getByRole('definition')

  const bar = page.locator('.action-bar').getByRole('alert')
  await send.click()
  await expect(bar).toHaveText('Mohon lengkapi semua data sebelum mengirim.')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Dahlia No. 8')
  await send.click()
  await expect(bar).toHaveText('Pilih kota pengiriman terlebih dahulu.')
  await expect(total).toHaveText('Rp 62.000')

  const city = page.getByLabel('Kota Pengiriman')
  await expect(city.getByRole('option')).toHaveText(['Pilih kota', 'Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'])
  await city.selectOption('Bekasi')
  await expect(total).toHaveText('Rp 66.000')
  expect(await shop.orders(buyer)).toEqual([])
  await sendOrder(page)
  await expect(snapPopup(page).dialog).toContainText('Rp66.000')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await shop.orders(buyer)).map((order) => order.total_price)).toEqual([60_000 + otherCosts])
})

test('a new buyer has less time to pay a large order, and sees that before and after ordering', async ({
  page,
  buyer,
  shop,
}) => {
  const product = await shop.makeProduct({ price: 30_000, stock: 18 })
  await shop.addToCart(buyer, product, 6)
  const costs = page.getByRole('region', { name: '4. Ringkasan Biaya' })
  await visit(page, '/order')
  await expect(costs).toContainText('Bayar dalam 24 jam setelah memesan.')
  await shop.addToCart(buyer, product, 1)
  await visit(page, '/order')
  await expect(costs).toContainText('Bayar dalam 60 menit setelah memesan.')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Dahlia No. 8')
  await page.getByLabel('Kota Pengiriman').selectOption('Bekasi')
  await sendOrder(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  const [order] = await shop.orders(buyer)
  await visit(page, `/my-order/order/${order?.id}`)
  await expect(page.getByRole('timer')).toHaveText(/^5\d menit \d\d detik$/)
})

test('the checkout works without the time to pay', async ({ page, buyer, shop, faults }) => {
  faults.allow(/503/, /ERR_FAILED/)
  await shop.addToCart(buyer, await shop.makeProduct())
  await page.route('**/api/carts/payment-time', (route) => route.abort())
  await visit(page, '/order')
  await expect(page.getByRole('button', { name: 'Buat Pesanan' })).toBeVisible()
  await expect(page.getByText('Bayar dalam')).toBeHidden()
})

test('an answer to an order without a payment is a failure, and no typed value is lost', async ({
  page,
  buyer,
  shop,
  faults,
}) => {
  faults.allow(/TypeError/)
  await fillOrder(page, shop, buyer)
  const orders = '**/api/orders'
  await page.route(orders, (route) =>
    route.fulfill({ status: 201, json: { code: 201, status: 'success', data: null } }),
  )
  await sendOrder(page)
  await expect(page.getByText('Gagal membuat pesanan. Silakan coba lagi.')).toBeVisible()
  await page.unroute(orders)
  await page.reload()
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Mawar No. 4')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Tangerang')
  expect(await unpaidOrders(page)).toEqual([])
  await sendOrder(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test('an empty cart can not be ordered', async ({ page }) => {
  await visit(page, '/order')
  await expect(page.getByText('Keranjang Anda Kosong', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buat Pesanan' })).toBeHidden()
})

test('the costs of delivery link to the choice of a city until one is chosen', async ({ page, buyer, shop }) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/order')
  const costs = page.getByRole('region', { name: '4. Ringkasan Biaya' })
  const delivery = costs.getByRole('term').filter({ hasText: 'Ongkos Kirim' }).locator('..')
  const total = costs.getByRole('term').filter({ hasText: 'Total Pembayaran' }).locator('..').getByRole('definition')
  await expect(delivery.getByRole('definition')).toHaveText('Rp 0')
  const term = costs.getByRole('term').filter({ hasText: 'Total Pembayaran' })
  await expect(term).toHaveText('Total Pembayaran mulai dari')
  await expect(total).toHaveText('Rp 52.000')
  await expect(costs.getByText('Simulasi: uang tidak berpindah')).toBeVisible()
  await delivery.getByRole('button', { name: 'Pilih kota' }).click()
  const city = page.getByLabel('Kota Pengiriman')
  await expect(city).toBeFocused()
  await city.selectOption('Depok')
  await expect(delivery.getByRole('definition')).toHaveText('Rp 4.000')
  await expect(term).toHaveText('Total Pembayaran')
  await expect(total).toHaveText('Rp 56.000')
  await expect(delivery.getByRole('button')).toBeHidden()
})

test('the typed values of an order stay when the profile is changed, and are gone after a logout', async ({
  page,
  buyer,
  shop,
}) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  const stored = () => page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.endsWith('Draft')))
  await visit(page, '/order')
  await page.getByLabel('Catatan').fill('Titip di pos satpam')
  await page.getByLabel('Kota Pengiriman').selectOption('Bogor')
  await page.getByRole('link', { name: 'Ubah di profil' }).click()
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel('Nama Lengkap').fill('Sri Rahayu')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Seroja No. 9')
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expectToast(page, 'Profil berhasil diperbarui')
  await page.getByRole('main').getByRole('link', { name: 'Kembali' }).click()
  await expect(page.getByRole('region', { name: '1. Penerima' })).toContainText('Sri Rahayu')
  await expect(page.getByLabel('Catatan')).toHaveValue('Titip di pos satpam')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Bogor')
  await expect(page.getByLabel('Alamat Lengkap'), 'not typed here, so the new one').toHaveValue('Jl. Seroja No. 9')

  await page.getByLabel('Alamat Lengkap').fill('Jl. Teratai No. 2')
  expect(await stored()).toHaveLength(1)
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('banner').getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Keluar')
  await expect(page).toHaveURL('/auth/login')
  expect(await stored()).toEqual([])
})

test('a product that sold out in the meantime is named, with a link to the cart', async ({
  page,
  buyer,
  shop,
  faults,
}) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ stock: 2 })
  await shop.addToCart(buyer, product, 2)
  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Kamboja No. 1')
  await page.getByLabel('Kota Pengiriman').selectOption('Jakarta')
  await shop.placeOrder(await shop.makeBuyer(), product)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(product.name)
  await page.getByRole('link', { name: 'Ubah isi keranjang' }).click()
  await expect(page).toHaveURL('/cart')
})
