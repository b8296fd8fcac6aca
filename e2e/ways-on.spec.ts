/// <reference lib="dom" />
/** Every screen of a purchase leads on. */
import { expect, buyerTest as test } from './fixtures.ts'
import { expectToast, visit } from './screen.ts'
import { snapLoaded, snapPopup } from './snap-popup.ts'

test('the basket is within reach on every page, and leads on to products @phone', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  await shop.addToCart(buyer, product)
  for (const path of ['/', `/products/${product.id}`, '/order', '/my-order', '/cart']) {
    await visit(page, path)
    const basket = page.getByRole('link', { name: 'Keranjang' })
    await expect(basket, path).toHaveCount(1)
    await expect(basket, path).toHaveAccessibleName(/1 produk/)
    await expect(basket, path).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('link', { name: 'Lanjut belanja' }).click()
  await expect(page).toHaveURL('/products')
})

test('the card of an unpaid order pays, and shows and copies its account number', async ({ page, buyer, shop }) => {
  const [other, order] = [
    await shop.placeOrder(buyer, await shop.makeProduct()),
    await shop.placeOrder(buyer, await shop.makeProduct()),
  ]
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/my-order')
  const card = page.getByRole('article', { name: `Pesanan ${order.id}` })
  await expect(page.getByRole('article', { name: `Pesanan ${other.id}` }).getByRole('button')).toHaveCount(1)
  await expect(card.getByRole('button', { name: /^Salin/ })).toBeHidden()
  await snapLoaded(page)
  await card.getByRole('button', { name: 'Bayar Sekarang' }).click()
  const number = ((await snapPopup(page).vaNumber.textContent()) ?? '').replaceAll(' ', '')
  expect(number).toMatch(/^\d{8,}$/)
  await snapPopup(page).close()
  await expectToast(page, 'Kamu menutup pop-up tanpa menyelesaikan pembayaran.')
  await expect(page).toHaveURL('/my-order')
  await expect(card).toContainText(number)
  await card.getByRole('button', { name: `Salin nomor virtual account pesanan ${order.id}` }).click()
  await expectToast(page, `Berhasil menyalin nomor virtual account pesanan ${order.id}`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)

  await card.getByRole('button', { name: 'Bayar Sekarang' }).click()
  await snapPopup(page).pay()
  await expectToast(page, 'Pembayaran berhasil!')
  await expect(page).toHaveURL(`/my-order/order/${order.id}`)
})

test('the tabs of my orders have counts and can be reached @phone', async ({ page, buyer, shop, isMobile }) => {
  const product = await shop.makeProduct()
  await shop.placeOrder(buyer, product)
  await shop.placeOrder(buyer, product)
  await shop.pay(buyer, await shop.placeOrder(buyer, product))
  await visit(page, '/my-order')
  const tabs = page.getByRole('navigation', { name: 'Status pesanan' }).getByRole('link')
  await expect(tabs).toHaveText(['Diproses', 'Dibayar', 'Dikirim', 'Selesai', 'Dibatalkan'])
  for (const [place, count] of ['2 pesanan belum dibayar', '1 pesanan', '', '', ''].entries()) {
    await expect(tabs.nth(place)).toHaveAccessibleDescription(count)
  }
  const more = page.getByRole('main').locator('button[aria-hidden]')
  await expect(more).toHaveCount(isMobile ? 1 : 0)
  if (isMobile) {
    await more.click()
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    await expect(more).toHaveCount(1)
  }
  await tabs.nth(3).focus()
  await page.keyboard.press('Tab')
  await expect(tabs.last()).toBeFocused()
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-order?status=DIBATALKAN')
  await expect(more).toHaveCount(isMobile ? 1 : 0)
})
