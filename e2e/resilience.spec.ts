/** Two tabs, double clicks, a slow network, an expired session: no typed value is lost and no order is placed twice. */
import type { Page } from '@playwright/test'
import { expect, buyerTest as test } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
import { expectToast, hold, logIn, loseAnswers, problem, stepper, visit } from './screen.ts'
import { payNow, snapLoaded, snapPopup } from './snap-popup.ts'

const address = 'Jl. Melati No. 7, RT 02/RW 05'
const send = (page: Page) => page.getByRole('button', { name: 'Buat Pesanan' })

async function fillOrder(page: Page): Promise<void> {
  await visit(page, '/order')
  await fillAddress(page, address, 'Bogor')
  await snapLoaded(page)
}

async function expectStillFilled(page: Page): Promise<void> {
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue(address)
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Bogor')
}

test('the same cart in two tabs makes one order', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 4\d\d/, /ApiError/)
  const buyer = await shop.makeBuyer()
  await shop.addToCart(buyer, await shop.makeProduct())
  const first = await openBrowser(buyer)
  const second = await first.context().newPage()
  await fillOrder(first)
  await fillOrder(second)
  await send(first).click()
  await expect(snapPopup(first).vaNumber).toBeVisible()
  await send(second).click()
  await expectToast(second, 'Keranjang sudah kosong. Pesanan yang sudah Anda buat ada di sini.')
  await expect(second).toHaveURL('/my-order')
  await expect(second.getByRole('main').getByRole('article')).toHaveCount(1)
  expect(await shop.orders(buyer)).toHaveLength(1)

  // The tab that was left with the popup open shows the order that waits.
  await visit(first, '/order')
  await expect(first.getByRole('heading', { name: 'Pesanan menunggu pembayaran' })).toBeVisible()
  await payNow(first)
  await expect(snapPopup(first).dialog).toBeVisible()
})

test('going back after an order shows an empty cart and makes no second order', async ({ page, buyer, shop }) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/cart')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await fillAddress(page, address, 'Bogor')
  await sendOrder(page)
  await snapPopup(page).close()
  await expect(page).toHaveURL('/my-order')
  await page.goBack()
  await expect(page.getByText('Keranjang Anda Kosong', { exact: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test('what is put into the cart again is there once, if answers are lost', async ({ page, buyer, shop, faults }) => {
  faults.allow(/ERR_FAILED|ApiError/)
  const [removed, ordered] = [await shop.makeProduct(), await shop.makeProduct()]
  const order = await shop.placeOrder(buyer, ordered, 3)
  await shop.changeStatus(buyer, order, 'DIBATALKAN')
  await shop.addToCart(buyer, removed, 2)
  const unknown =
    'Jawaban toko tidak sampai, jadi belum pasti produknya masuk keranjang. Coba lagi: tidak akan masuk dua kali.'

  await visit(page, '/cart')
  await page.getByRole('button', { name: `Hapus ${removed.name}` }).click()
  await loseAnswers(page, '**/api/carts', 2)
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expectToast(page, unknown)
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expectToast(page, `${removed.name} kembali ada di keranjang`)
  await expect(stepper(page, removed).value).toHaveText('2')

  await visit(page, `/my-order/order/${order.id}`)
  const again = page.getByRole('button', { name: 'Pesan lagi' })
  await loseAnswers(page, '**/api/carts', 3)
  await again.click()
  await expectToast(page, unknown)
  await again.click()
  await expect(page).toHaveURL('/cart')
  await expect(stepper(page, ordered).value).toHaveText('3')
})

test('on a slow network the page shows that it is loading, and sends one order', async ({ page, buyer, shop }) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  const release = await hold(page, /\/api\/(orders$|orders\/me\?status)/)
  await page.goto('/my-order', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1, name: 'Pesanan Saya' })).toBeVisible()
  await expect(page.locator('main[aria-busy="true"]')).toBeVisible()
  await fillOrder(page)
  await send(page).click()
  await expect(
    page.locator('form button[type="submit"][aria-busy="true"], form button[type="submit"]:disabled'),
  ).toBeVisible()
  release()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test('without a connection the order form stays, and is sent afterwards', async ({ page, buyer, shop, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ApiError/)
  await shop.addToCart(buyer, await shop.makeProduct())
  await fillOrder(page)
  // If it were offline before that, the order would be paid on the gateway's own page instead.
  await snapLoaded(page)
  await page.context().setOffline(true)
  await send(page).click()
  await expect(problem(page)).toContainText('Periksa koneksi internet Anda')
  await expectStillFilled(page)
  await page.context().setOffline(false)
  await send(page).click()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test('a session that ends before the order is sent loses no typed value', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  await shop.addToCart(buyer, await shop.makeProduct())
  await fillOrder(page)
  await shop.logOut(buyer)
  await send(page).click()
  await expect(page).toHaveURL('/auth/login?next=%2Forder')
  await expectToast(page, 'Sesi Anda berakhir, silakan login lagi')
  await logIn(page, buyer)
  await expect(page).toHaveURL('/order')
  await expectStillFilled(page)
  await send(page).click()
  await expect(snapPopup(page).vaNumber).toBeVisible()
})

test('a price or a stock that changed is shown before anything is ordered', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ price: 50_000 })
  await shop.addToCart(buyer, product)
  await fillOrder(page)
  await shop.changeProduct(product, { price: 55_000 })
  await send(page).click()
  await expect(problem(page)).toHaveText(
    'Harga sudah berubah. Total pesanan sekarang Rp 61.000. Periksa harganya, lalu tekan Buat Pesanan lagi.',
  )
  const total = page.getByRole('term').filter({ hasText: 'Total Pembayaran' }).locator('..').getByRole('definition')
  await expect(total).toHaveText('Rp 61.000')
  await expect(page.getByText('Sebelumnya Rp 50.000', { exact: true })).toBeVisible()
  await expectStillFilled(page)
  expect(await shop.orders(buyer)).toEqual([])
  await shop.changeProduct(product, { stock: 0 })
  await send(page).click()
  await expect(problem(page)).toContainText(product.name)
  await page.getByRole('link', { name: 'Ubah isi keranjang' }).click()
  await expect(page).toHaveURL('/cart')
  await shop.changeProduct(product, { stock: 1 })
  await visit(page, '/order')
  await sendOrder(page)
  await expect(snapPopup(page).dialog).toContainText('Rp61.000')
})

test('what was changed in the cart is named at the order, no price blamed', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 40[09]/, /ApiError/)
  const [more, gone] = [await shop.makeProduct(), await shop.makeProduct()]
  await shop.addToCart(buyer, more)
  await shop.addToCart(buyer, gone)
  await fillOrder(page)
  await shop.addToCart(buyer, more, 2)
  await shop.removeProduct(gone)
  await send(page).click()
  await expect(problem(page)).toHaveText(
    `${gone.name} tidak dijual lagi. Jumlah ${more.name} sekarang 3. Total pesanan sekarang Rp 156.000. Periksa lagi, lalu tekan Buat Pesanan.`,
  )
  await expectStillFilled(page)
  await shop.removeProduct(more)
  await send(page).click()
  await expect(page.getByText(`${more.name}, ${gone.name} tidak dijual lagi.`)).toBeVisible()
  expect(await shop.orders(buyer)).toEqual([])
})

test('cart and products are loaded again on return; a lost line is named', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 404/)
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('focus')))
  const [first, second] = [await shop.makeProduct(), await shop.makeProduct()]
  await shop.addToCart(buyer, first)
  await visit(page, '/cart')
  await shop.addToCart(buyer, second)
  await comeBack()
  await expect(stepper(page, second).value).toHaveText('1')
  await shop.orderCart(buyer)
  await stepper(page, first).more.click()
  await expectToast(page, `${first.name} sudah tidak ada di keranjang.`)
  await expect(page.getByText('Keranjang Anda Kosong')).toBeVisible()

  const listed = await shop.makeProduct()
  await visit(page, `/products?query=${encodeURIComponent(listed.name)}`)
  await expect(page.getByRole('heading', { name: listed.name, level: 2 })).toBeVisible()
  await shop.changeProduct(listed, { price: 77_000 })
  await comeBack()
  await expect(page.getByRole('main').getByText('Rp 77.000')).toBeVisible()
})
