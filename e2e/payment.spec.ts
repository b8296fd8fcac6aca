/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import type { Account, Shop } from './shop.ts'
import { payNow, snapPopup } from './snap-popup.ts'

const unpaidOrders = (page: Page) =>
  page.evaluate((): unknown[] => JSON.parse(localStorage.getItem('unpaidOrders') ?? '[]'))

/** A buyer's form, filled in and not sent. */
async function fillOrder(page: Page, shop: Shop, buyer: Account): Promise<void> {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Mawar No. 4')
  await page.getByLabel('Kota Pengiriman').selectOption('Tangerang')
}

test('who closes the popup keeps the order and pays it later', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  const popup = snapPopup(page)
  const firstNumber = await popup.vaNumber.textContent()
  await popup.close()
  await expectToast(page, 'Kamu menutup pop-up tanpa menyelesaikan pembayaran.')
  await expect(page).toHaveURL('/my-order')
  const [order] = await shop.orders(buyer)
  expect(await unpaidOrders(page)).toMatchObject([{ order_id: order?.id, snap_token: expect.any(String) }])

  await page.getByRole('link', { name: `Lihat Pesanan ${order?.id}` }).click()
  await payNow(page)
  await expect(popup.vaNumber).toHaveText(String(firstNumber))
  await popup.pay()
  await expectToast(page, 'Pembayaran berhasil!')
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
  expect(await unpaidOrders(page)).toEqual([])
})

test('an order is paid from a second device, which knows nothing of the payment', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const phone = await openBrowser(buyer)
  await fillOrder(phone, shop, buyer)
  await phone.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(snapPopup(phone).vaNumber).toBeVisible()
  const [order] = await shop.orders(buyer)

  const computer = await openBrowser(buyer)
  await visit(computer, '/my-order')
  expect(await unpaidOrders(computer)).toEqual([])
  await computer.getByRole('link', { name: `Lihat Pesanan ${order?.id}` }).click()
  await payNow(computer)
  await expect(snapPopup(computer).vaNumber).toHaveText(String(await snapPopup(phone).vaNumber.textContent()))
  await snapPopup(computer).pay()
  await expect(statusBadge(computer, 'DIBAYAR')).toBeVisible()

  await snapPopup(phone).expectPaid()
  await expectToast(phone, 'Pembayaran berhasil!')
  await expect(statusBadge(phone, 'DIBAYAR')).toBeVisible()
})

test('who goes back with the number in hand is told that the payment is awaited', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).back()
  await expectToast(page, 'Menunggu pembayaran.')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
})

test('who closes the popup is told so too where the gateway calls that pending', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  // Midtrans leaves open which it is; the sandbox's switch would change it for every other test as well.
  await page.route(/\/snap\/v\d\/transactions\//, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), close_after_va: 'onPending' } })
  })
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).close()
  await expectToast(page, 'Menunggu pembayaran.')
  const [order] = await shop.orders(buyer)
  expect(await unpaidOrders(page)).toMatchObject([{ order_id: order?.id, snap_token: expect.any(String) }])
  await visit(page, `/my-order/order/${order?.id}`)
  await payNow(page)
  await snapPopup(page).pay()
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})

test('a payment that the bank refuses has failed, and can be tried again', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  const popup = snapPopup(page)
  await expect(popup.vaNumber).toBeVisible()
  await shop.denyPayment(order.id)
  await expect(popup.dialog.getByRole('heading', { name: 'Pembayaran ditolak' })).toBeVisible()
  await popup.back()
  await expectToast(page, 'Pembayaran gagal!')
  await payNow(page)
  await popup.pay()
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})

test('two clicks make one order', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).dblclick()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test('where snap.js is blocked, the payment page itself is offered and the purchase goes through', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/snap\.js/)
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await page.route('**/snap/snap.js', (route) => route.abort())
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  const way = page.getByRole('link', { name: 'Lanjutkan ke halaman pembayaran' })
  await expect(way).toBeVisible({ timeout: 6_000 })
  await way.click()
  await expect(page).toHaveURL(/\/snap\/v4\/redirection\//)
  await page.getByRole('button', { name: 'Simulasikan pembayaran' }).click()
  await expect(page).toHaveURL(/\/my-order\/order\//)
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})

test('where snap.js does not answer, the payment page is offered after five seconds', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  // Never answered.
  await page.route('**/snap/snap.js', () => undefined)
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(page.getByRole('link', { name: 'Lanjutkan ke halaman pembayaran' })).toBeVisible({ timeout: 7_000 })
})

test('while the script of the gateway is on its way, the buyer is asked to wait', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  await page.route('**/snap/snap.js', () => undefined)
  await visit(page, `/my-order/order/${order.id}`)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
  await expectToast(page, 'Payment gateway sedang dibuat, silakan coba lagi dalam beberapa detik')
})

test('where neither the shop nor the browser knows of a payment, the buyer is told', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/\/payment/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  await page.route(`**/api/orders/${order.id}/payment`, (route) => route.abort())
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  await expectToast(page, 'Data pembayaran tidak ditemukan. Silakan periksa kembali pesanan anda.')
})

test('a popup that fails to open says so, and the order stays payable', async ({ openBrowser, shop, faults }) => {
  faults.allow(/The popup is broken/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(buyer)
  await visit(page, `/my-order/order/${order.id}`)
  await page.waitForFunction(() => 'snap' in window)
  await page.evaluate(() => {
    const pay = () => {
      throw new Error('The popup is broken')
    }
    Object.assign(window, { snap: { pay, hide: () => undefined } })
  })
  await payNow(page)
  await expectToast(page, 'Terjadi kesalahan saat memproses pembayaran.')
  await expect(page.getByRole('button', { name: 'Bayar Sekarang' })).toBeEnabled()
})
