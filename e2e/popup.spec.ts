/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, buyerTest as test } from './fixtures.ts'
import { fillOrder, sendOrder, unpaidOrders } from './order-form.ts'
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

test('leaving the popup after the account number was shown says that the payment is pending', async ({
  page,
  buyer,
  shop,
}) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).back()
  await expectToast(page, 'Menunggu pembayaran.')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
})

test('closing the popup says the same if the gateway reports it as pending', { tag: '@thorough' }, async ({
  page,
  buyer,
  shop,
}) => {
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

test('a payment that the bank refuses fails, and can be tried again', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
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

test('the back button closes the popup, and from the order leads past the emptied cart', async ({
  page,
  buyer,
  shop,
}) => {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Keranjang' }).first().click()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByLabel('Alamat Lengkap').fill('Jl. Mawar No. 4')
  await page.getByLabel('Kota Pengiriman').selectOption('Tangerang')
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

test("the buyer is asked to wait while the gateway's script is loading", { tag: '@thorough' }, async ({
  page,
  buyer,
  shop,
}) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await page.route('**/snap/snap.js', neverAnswered)
  await page.clock.install()
  await visit(page, `/my-order/order/${order.id}`)
  await stopClock(page)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
  await expectToast(page, 'Payment gateway sedang dibuat, silakan coba lagi dalam beberapa detik')
})

test('the buyer is told if neither the shop nor the browser knows the payment', { tag: '@thorough' }, async ({
  page,
  buyer,
  shop,
  faults,
}) => {
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

test('after a popup that closed without a report, one press of the back button leads back', async ({
  page,
  buyer,
  shop,
}) => {
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

test("a page with another shop's client key is told so by its own callback", async ({
  page,
  baseURL,
  sandboxUrl,
  faults,
}) => {
  faults.allow(/401/)
  await page.route(`${baseURL}/other-shop`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Other</title><body>
        <script src="${sandboxUrl}/snap/snap.js" data-client-key="SB-Mid-client-other"></script></body>`,
    }),
  )
  await page.context().grantPermissions(['local-network-access'])
  await page.goto('/other-shop')
  const answer = page.evaluate(
    () =>
      new Promise((resolve) => {
        const told = (name: string) => (result?: object) => resolve({ name, ...result })
        const { snap } = window as unknown as { snap: { pay(token: string, callbacks: object): void } }
        snap.pay('any', { onError: told('onError'), onClose: told('onClose'), onPending: told('onPending') })
      }),
  )
  await expect(snapPopup(page).dialog.getByRole('heading', { name: 'Akses ditolak' })).toBeVisible()
  await snapPopup(page).back()
  expect(await answer).toMatchObject({ name: 'onError', status_code: '401' })
})
