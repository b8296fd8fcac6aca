import { expect, buyerTest as test } from './fixtures.ts'
import { fillOrder, sendOrder, unpaidOrders } from './order-form.ts'
import { expectToast, statusBadge } from './screen.ts'
import { payNow, snapPopup } from './snap-popup.ts'

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
