import { expect } from '@playwright/test'
import { showing } from './buyer-screens.ts'
import { visit } from './screen.ts'
import type { Product, Shop } from './shop.ts'
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
  await show('my-order-shipped', '/my-order?status=DIKIRIM')
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

/** An order that the seller entered, by its link: of two products, and without an account. */
export async function linkedOrderScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const { order_id, link } = await enterOrder(shop, [await shop.sample('nastar'), await shop.sample('kastengel')])
  const page = await openBrowser()
  await visit(page, link)
  await expect(page.getByRole('heading', { name: 'Cara membayar' })).toBeVisible()
  await look(page, 'order-link-unpaid')
  await payNow(page)
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await snapPopup(page).back()
  await expect(page.getByRole('button', { name: 'Salin nomor virtual account' })).toBeVisible()
  await look(page, 'order-link-number')
  await shop.payInSandbox(order_id)
  await page.reload()
  await expect(page.getByText('sedang disiapkan')).toBeVisible()
  await look(page, 'order-link-paid')
  await page.getByRole('link', { name: 'Simpan struk' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await look(page, 'order-link-receipt')
  await page.getByRole('link', { name: 'Kembali' }).click()
  await shop.ship({ id: order_id }, { courier: 'JNE', tracking_number: 'JNE0123456789012' })
  await page.reload()
  await expect(page.getByText('sedang dalam perjalanan')).toBeVisible()
  await look(page, 'order-link-shipped')
  await visit(page, link.replace(/#.*/, '#tautan-lama'))
  await page.reload()
  await expect(page.getByText('Tautan ini tidak berlaku lagi')).toBeVisible()
  await look(page, 'order-link-over')
}

async function enterOrder(shop: Shop, products: Product[]): Promise<{ order_id: string; link: string }> {
  const { token } = await shop.seller()
  const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
  const answer = await fetch(`${shop.url}/api/admin/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bu Rina', phone: '081277771234', address: 'Jl. Melati 7', city: 'Depok', items }),
  })
  return (await answer.json()).data
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
  await expect(page.getByRole('region', { name: 'Pengembalian Dana' })).toBeVisible()
  await look(page, 'order-refund-due')
  await shop.addToCart(buyer, product)
  await shop.addToCart(buyer, await shop.sample('lidah kucing'), 2)
  const cancelledBySeller = await shop.orderCart(buyer)
  await shop.pay(buyer, cancelledBySeller)
  await shop.cancelPaid(cancelledBySeller)
  await visit(page, `/my-order/order/${cancelledBySeller.id}`)
  await expect(page.getByLabel('Nama bank')).toBeVisible()
  await look(page, 'order-cancelled-by-seller')
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
