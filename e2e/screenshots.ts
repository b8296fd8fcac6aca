/// <reference lib="dom" />
import path from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { snapPopup } from './snap-popup.ts'

const folder = path.join(import.meta.dirname, '..', 'screenshots')

/**
 * The whole page, with all its pictures, in a window as high as the page: bars stand at its end, not across it. Where a
 * dialog is open, what a person sees of both.
 */
async function shoot(page: Page, name: string, { project }: TestInfo): Promise<void> {
  // Lazy pictures are loaded when they come near the window.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  const size = page.viewportSize() ?? { width: 1280, height: 900 }
  const { scrollHeight, isModal } = await page.evaluate(() => ({
    scrollHeight: document.documentElement.scrollHeight,
    isModal: document.querySelector('dialog:modal') !== null,
  }))
  await page.setViewportSize({ width: size.width, height: isModal ? size.height : scrollHeight })
  await page.screenshot({ path: path.join(folder, project.name, `${name}.png`), fullPage: !isModal })
  await page.setViewportSize(size)
}

test.beforeEach(({ faults }) => faults.allow(/./))

test('visitor', async ({ page, shop }, info) => {
  const [nastar] = await shop.products({ query: 'nastar' })
  const screens = {
    home: '/',
    products: '/products',
    'products-category': '/products?category=KUE_KERING',
    'products-none': '/products?query=rendang-kaleng',
    product: `/products/${nastar?.id}`,
    login: '/auth/login',
    register: '/auth/register',
    'not-found': '/tidak/ada',
  }
  for (const [name, address] of Object.entries(screens)) {
    await visit(page, address)
    await shoot(page, name, info)
  }
  await visit(page, `/products/${nastar?.id}`)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await shoot(page, 'product-must-log-in', info)
  await visit(page, '/auth/register')
  await page.getByRole('button', { name: 'Daftar' }).click()
  await shoot(page, 'register-problems', info)
})

test('buyer', async ({ openBrowser, shop }, info) => {
  const buyer = await shop.makeBuyer()
  const [nastar, keripik] = [
    (await shop.products({ query: 'nastar' }))[0],
    (await shop.products({ query: 'singkong' }))[0],
  ]
  if (!nastar || !keripik) throw new Error('The samples are missing')
  const page = await openBrowser(buyer)
  const { project } = info
  await page.setViewportSize(project.use.viewport ?? { width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: project.use.colorScheme ?? 'light', reducedMotion: 'reduce' })
  const show = async (name: string, address: string) => {
    await visit(page, address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await shoot(page, name, info)
  }
  await show('cart-empty', '/cart')
  await show('my-order-empty', '/my-order')
  await show('notifications-empty', '/notifications')
  await show('about-us', '/about-us')
  await show('help', '/help')
  await show('profile', '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await shoot(page, 'profile-edit', info)

  const shipped = await shop.placeOrder(buyer, keripik, 2)
  await shop.pay(buyer, shipped)
  await show('order-paid', `/my-order/order/${shipped.id}`)
  await shop.ship(shipped)
  await show('order-shipped', `/my-order/order/${shipped.id}`)
  await page.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
  await shoot(page, 'order-question', info)
  await shop.changeStatus(buyer, shipped, 'SELESAI')
  await show('order-done', `/my-order/order/${shipped.id}`)
  const cancelled = await shop.placeOrder(buyer, keripik)
  await shop.changeStatus(buyer, cancelled, 'DIBATALKAN')
  await show('order-cancelled', `/my-order/order/${cancelled.id}`)

  await shop.addToCart(buyer, nastar, 2)
  await shop.addToCart(buyer, keripik)
  await show('cart', '/cart')
  await show('checkout', '/order')
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await shoot(page, 'checkout-problem', info)
  await page.getByLabel('Alamat Lengkap').fill('Jl. Anggrek No. 12, Pasar Minggu')
  await page.getByLabel('Kota Pengiriman').selectOption('Depok')
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  await shoot(page, 'payment', info)
  const [unpaid] = await shop.orders(buyer)
  await snapPopup(page).close()
  await show('my-order', '/my-order')
  await show('order-unpaid', `/my-order/order/${unpaid?.id}`)
  await show('notifications', '/notifications')
  await page.route('**/api/carts', (route) => route.abort())
  await show('cart-failure', '/cart')
})

test('seller', async ({ openBrowser, shop }, info) => {
  const [product] = await shop.products({ query: 'cookies' })
  if (!product) throw new Error('The samples are missing')
  const stage = await setSellerStage(shop, product)
  const page = await openBrowser(await shop.seller())
  const { project } = info
  await page.setViewportSize(project.use.viewport ?? { width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: project.use.colorScheme ?? 'light', reducedMotion: 'reduce' })
  for (const screens of Object.values(sellerScreens)) {
    await walk(page, screens, stage, (name) => shoot(page, `admin-${name}`, info))
  }
})
