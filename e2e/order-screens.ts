import { expect } from '@playwright/test'
import { showing } from './buyer-screens.ts'
import { visit } from './screen.ts'
import { payNow, snapPopup } from './snap-popup.ts'
import type { Walk } from './walk.ts'

/** An order in each of its states, the list of orders and the notifications. */
export async function orderScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('cokelat')
  const page = await openBrowser(buyer)
  const show = showing(page, look)
  const order = await shop.placeOrder(buyer, product)
  const path = `/my-order/order/${order.id}`
  await show('order-unpaid', path)
  await payNow(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).back()
  await expect(page.getByRole('button', { name: 'Salin nomor virtual account' })).toBeVisible()
  await look(page, 'order-unpaid-number')
  await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'order-cancel-question')
  await show('my-order', '/my-order')
  await shop.pay(buyer, order)
  await show('order-paid', path)
  await shop.ship(order, { courier: 'JNE', tracking_number: 'JNE0123456789012' })
  await show('order-shipped', path)
  await page.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'order-confirm-question')
  await shop.changeStatus(buyer, order, 'SELESAI')
  await show('order-done', path)
  await visit(page, `${path}/receipt`)
  await expect(page.getByRole('article')).toBeVisible()
  await look(page, 'order-receipt')
}

export async function lostOrderScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('nastar')
  const page = await openBrowser(buyer)
  const show = showing(page, look)
  const cancelled = await shop.placeOrder(buyer, product)
  await shop.changeStatus(buyer, cancelled, 'DIBATALKAN')
  await show('order-cancelled', `/my-order/order/${cancelled.id}`)
  const paidTooLate = await shop.placeOrder(buyer, product)
  await shop.payTooLate(buyer, paidTooLate)
  await expect.poll(async () => (await shop.order(buyer, paidTooLate.id)).transaction.status).toBe('SUKSES')
  await visit(page, `/my-order/order/${paidTooLate.id}`)
  await expect(page.getByText('masuk setelah pesanan ini dibatalkan')).toBeVisible()
  await look(page, 'order-refund-due')
  await show('my-order-cancelled', '/my-order?status=DIBATALKAN')
  await show('notifications', '/notifications')
  await show('order-not-found', '/my-order/order/TIDAK-ADA')
  await page.route('**/api/orders/me?*', () => undefined)
  await page.goto('/my-order', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('main[aria-busy]')).toBeVisible()
  await look(page, 'my-order-loading')
  await page.unroute('**/api/orders/me?*')
  await page.route('**/api/orders/me?*', (route) => route.abort())
  await show('my-order-failure', '/my-order')
}
