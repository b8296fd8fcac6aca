import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

test('public pages', async ({ page, shop, faults }) => {
  faults.allow(/status of 404/)
  const [product] = await shop.products({ query: 'nastar' })
  const catalogue = ['/', '/products', '/products?query=zzz', `/products/${product?.id}`]
  const auth = ['/auth/login', '/auth/register', '/auth/forgot-password', '/auth/reset-password']
  for (const path of [...catalogue, ...auth, '/tidak/ada']) {
    await visit(page, path)
    await expectAccessible(page, path)
  }
})

/** Opens a page of the account and judges it. */
function judging(page: Page) {
  return async (path: string) => {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
}

test('the pages of a buyer', async ({ openBrowser, shop }) => {
  test.slow()
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  const page = await openBrowser(buyer)
  const show = judging(page)
  for (const path of ['/cart', '/my-order', '/help', '/about-us', '/notifications']) await show(path)
  await shop.placeOrder(buyer, product, 2)
  await shop.addToCart(buyer, product, 3)
  for (const path of ['/cart', '/order', '/my-order', '/notifications']) await show(path)
  await visit(page, '/order')
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expectAccessible(page, 'an order that is not filled in')
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await expectAccessible(page, 'a profile being edited')
})

test('an order in each of its states', async ({ openBrowser, shop }) => {
  test.slow()
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  const page = await openBrowser(buyer)
  const show = judging(page)
  const order = await shop.placeOrder(buyer, product)
  const path = `/my-order/order/${order.id}`
  await show(path)
  await shop.pay(buyer, order)
  await show(path)
  await shop.ship(order)
  await show(path)
  await page.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'a question')
  await shop.changeStatus(buyer, order, 'SELESAI')
  await show(path)
  const cancelled = await shop.placeOrder(buyer, product)
  await shop.changeStatus(buyer, cancelled, 'DIBATALKAN')
  await show(`/my-order/order/${cancelled.id}`)
})
