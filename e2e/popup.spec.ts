/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, buyerTest as test } from './fixtures.ts'
import { fillAddress, fillOrder, sendOrder, unpaidOrders } from './order-form.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { payNow, snapLoaded, snapPopup } from './snap-popup.ts'

const neverAnswered = () => undefined

/** From here on the page's timers fire only when the test moves its clock, which was installed before the page was loaded. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 1_000)
}

test('an order is paid on a second device that has no record of the payment', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const phone = await openBrowser(buyer)
  await fillOrder(phone, shop, buyer)
  await sendOrder(phone)
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

test('closing the popup says that the payment is pending if it is @thorough', async ({ page, buyer, shop }) => {
  // Midtrans may report either. The sandbox's own switch would change it for all simultaneous tests.
  await page.route('**/snap/v4/popup/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('onClose', 'onPending') })
  })
  await fillOrder(page, shop, buyer)
  await sendOrder(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).close()
  await expectToast(page, 'Menunggu pembayaran.')
  const [order] = await shop.orders(buyer)
  expect(await unpaidOrders(page)).toMatchObject([{ order_id: order?.id, snap_token: expect.any(String) }])
})

test('a payment that was left is pending, one that is refused fails; both can go on', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await visit(page, `/my-order/order/${order.id}`)
  const popup = snapPopup(page)
  await payNow(page)
  await expect(popup.vaNumber).toBeVisible()
  await popup.back()
  await expectToast(page, 'Menunggu pembayaran.')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  await payNow(page)
  await shop.inSandbox(order.id, 'deny') // only after its account number has been shown
  await expect(popup.dialog.getByRole('heading', { name: 'Pembayaran ditolak' })).toBeVisible()
  await popup.back()
  await expectToast(page, 'Pembayaran gagal!')
  await payNow(page)
  await popup.pay()
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})

test('the back button closes the popup, then leads past the emptied cart', async ({ page, buyer, shop }) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Keranjang' }).first().click()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await fillAddress(page)
  await sendOrder(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await page.goBack()
  await expect(snapPopup(page).dialog).toBeHidden()
  await expectToast(page, 'Kamu menutup pop-up tanpa menyelesaikan pembayaran.')
  await expect(page).toHaveURL('/my-order')
  await page.goBack()
  await expect(page).toHaveURL('/products')
})

test('a double click makes one order', async ({ page, buyer, shop }) => {
  await fillOrder(page, shop, buyer)
  await sendOrder(page, 2)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(await shop.orders(buyer)).toHaveLength(1)
})

test("the gateway's page is offered after five seconds if snap.js does not answer", async ({ page, buyer, shop }) => {
  await page.route('**/snap/snap.js', neverAnswered)
  await page.clock.install()
  // The page asks for the script only when it needs it, at a press that the test times.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await fillOrder(page, shop, buyer)
  await stopClock(page)
  const placed = page.waitForResponse('**/api/orders')
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await placed
  const link = page.getByRole('link', { name: 'Lanjutkan ke halaman pembayaran' })
  await page.clock.runFor(4_900)
  await expect(link).toBeHidden()
  await page.clock.runFor(100)
  await expect(link).toBeVisible()
})

test("the buyer waits while the gateway's script is loading @thorough", async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await page.route('**/snap/snap.js', neverAnswered)
  await page.clock.install()
  await visit(page, `/my-order/order/${order.id}`)
  await stopClock(page)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
  await expectToast(page, 'Payment gateway sedang dibuat, silakan coba lagi dalam beberapa detik')
})

test('a payment that neither shop nor browser knows is told @thorough', async ({ page, buyer, shop, faults }) => {
  faults.allow(/\/payment/, /ApiError/)
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await page.route(`**/api/orders/${order.id}/payment`, (route) => route.abort())
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  await expectToast(page, 'Data pembayaran tidak ditemukan. Silakan periksa kembali pesanan anda.')
})

test('a popup that fails to open says so, and the order stays payable', async ({ page, buyer, shop, faults }) => {
  faults.allow(/The popup is broken/)
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await visit(page, `/my-order/order/${order.id}`)
  await snapLoaded(page)
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

test('after a popup that closed without a report, one press leads back', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const path = `/my-order/order/${order.id}`
  await visit(page, path)
  await payNow(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await page.evaluate(() => (window as unknown as { snap: { hide(): void } }).snap.hide())
  await page.getByRole('link', { name: 'Notifikasi' }).first().click()
  await expect(page).toHaveURL('/notifications')
  await page.goBack()
  await expect(page).toHaveURL(path)
})

test('an order whose popup was closed is kept and can be paid later', async ({ page, buyer, shop }) => {
  await fillOrder(page, shop, buyer)
  await sendOrder(page)
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

test("the order is paid on the gateway's own page if snap.js is blocked", async ({ page, buyer, shop, faults }) => {
  faults.allow(/snap\.js/)
  await page.route('**/snap/snap.js', (route) => route.abort())
  await fillOrder(page, shop, buyer)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  const way = page.getByRole('link', { name: 'Lanjutkan ke halaman pembayaran' })
  await expect(way).toBeVisible()
  await way.click()
  await expect(page).toHaveURL(/\/snap\/v4\/redirection\//)
  await page.getByRole('button', { name: 'Simulasikan pembayaran' }).click()
  await expect(page).toHaveURL(/\/my-order\/order\//)
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})
