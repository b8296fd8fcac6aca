/// <reference lib="dom" />
/** The visible parts of a small screen: bars, messages and pictures leave room for text and controls. */
import type { Locator, Page } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { problem, visit } from './screen.ts'

const phone = { width: 360, height: 740 }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the page`)
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

/** The pixels of the window's height that fixed and sticky elements cover after the page was scrolled. */
function heightOfBars(page: Page): Promise<number> {
  return page.evaluate(async () => {
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position, pointerEvents } = getComputedStyle(element)
      const { width, height, bottom, top } = element.getBoundingClientRect()
      const isShown = element.checkVisibility() && height > 8 && bottom > 0 && top < window.innerHeight
      const isBar = ['fixed', 'sticky'].includes(position) && width > window.innerWidth / 2
      return isShown && isBar && pointerEvents !== 'none'
    })
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
  })
}

test('the picture of a product leaves room for the choices', async ({ page, shop }) => {
  const { id } = await shop.sample('nastar')
  await visit(page, `/products/${id}`)
  const picture = page.getByRole('main').getByRole('img', { name: 'Nastar' })
  for (const [size, most] of [
    [phone, 0.45],
    [{ width: 320, height: 568 }, 0.45],
    [{ width: 740, height: 360 }, 0.45],
    [{ width: 844, height: 390 }, 0.45],
    [{ width: 1280, height: 520 }, 0.75],
  ] as const) {
    await page.setViewportSize(size)
    const { height } = await boxOf(picture)
    expect(height / size.height, `${size.width} x ${size.height}`).toBeLessThanOrEqual(most)
  }
  await page.setViewportSize(phone)
  const choice = page.getByRole('button', { name: '500gram · Toples' })
  const aboveBar = async () => (await boxOf(page.locator('.action-bar'))).y - (await boxOf(choice)).bottom
  await expect.poll(aboveBar, 'the choice is above the bar').toBeGreaterThanOrEqual(0)
})

buyerTest('a packaging that was not chosen is scrolled into view, marked and focused', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  const choice = page.getByRole('button', { name: '500gram · Toples' })
  for (const size of [phone, { width: 640, height: 450 }]) {
    await page.setViewportSize(size)
    await visit(page, `/products/${product.id}`)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    const checkOut = page.getByRole('button', { name: 'Checkout' })
    await checkOut.click()
    await expect(problem(page)).toHaveText('Pilih kemasan produk yang ingin dipesan')
    await expect(choice).toBeFocused()
    await expect(choice).toHaveAccessibleDescription('Tekan untuk memilih kemasan ini.')
    await expect(choice).toBeInViewport({ ratio: 1 })
    const bar = await boxOf(page.locator('.action-bar'))
    const { y, bottom } = await boxOf(choice)
    expect(y >= bar.bottom || bottom <= bar.y, 'the bar is not over the choice').toBe(true)
    await choice.click()
    await expect(choice).not.toHaveAccessibleDescription(/./)
  }
})

test('the names in the bar at the bottom, and the steps between pages, are on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await visit(page, '/products')
  const bar = page.getByRole('navigation', { name: 'Navigasi bawah' })
  for (const link of await bar.getByRole('link').all()) {
    expect((await boxOf(link)).height, String(await link.textContent())).toBeLessThanOrEqual(60)
  }
  await page.setViewportSize(phone)
  expect((await boxOf(page.getByRole('navigation', { name: 'Halaman' }))).height).toBeLessThanOrEqual(48)
})

buyerTest('a low window has no fixed bar, and every action can be reached', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  await shop.addToCart(buyer, product)
  for (const [path, action] of [
    ['/', 'Lihat lebih banyak'],
    [`/products/${product.id}`, 'Checkout'],
    ['/cart', 'Checkout'],
    ['/order', 'Buat Pesanan'],
    ['/profile', 'Edit Profil'],
  ] as const) {
    await visit(page, path)
    const main = page.getByRole('main')
    const button = main.getByRole('button', { name: action }).or(main.getByRole('link', { name: action }))
    // The second is a computer of 1280 x 800 pixels that zooms to 200 %.
    for (const size of [
      { width: 320, height: 256 },
      { width: 640, height: 400 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await heightOfBars(page), `${path} at ${size.width} x ${size.height}`).toBe(0)
    }
  }
})

test('header, content and footer begin at one left edge', async ({ openBrowser, page, shop }) => {
  const leftOf = async (locator: Locator) => Math.round((await boxOf(locator)).x)
  const edges = async (shown: Page) => ({
    header: await leftOf(shown.getByRole('banner').getByRole('link').first()),
    content: await leftOf(shown.getByRole('main').getByRole('heading', { level: 1 })),
    footer: await leftOf(shown.getByRole('contentinfo').locator('p').first()),
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/')
  expect(await edges(page)).toEqual({ header: 88, content: 88, footer: 88 })
  const basket = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Keranjang' }))
  const login = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Login' }))
  expect(login.x - basket.right).toBeLessThanOrEqual(16)
  await visit(page, '/products')
  expect(await leftOf(page.getByRole('main').getByRole('heading', { name: 'Kategori' }))).toBeLessThanOrEqual(88)

  await visit(page, '/auth/login')
  expect(await leftOf(page.getByRole('banner').getByRole('link').first())).toBe(88)
  expect(await leftOf(page.getByRole('heading', { level: 1 }))).toBe(88)

  const signedIn = await openBrowser(await shop.makeBuyer())
  await signedIn.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/cart', '/my-order', '/profile', '/notifications', '/help', '/about-us']) {
    await visit(signedIn, path)
    expect(await edges(signedIn), path).toEqual({ header: 88, content: 88, footer: 88 })
  }
})

test('240 px wide with text of twice the size no page scrolls sideways', async ({ openBrowser, page, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  const order = await shop.placeOrder(buyer, product)
  await shop.addToCart(buyer, product)
  for (const [shown, paths] of [
    [page, ['/', '/products', `/products/${product.id}`, '/auth/login']],
    [await openBrowser(buyer), ['/cart', '/order', '/my-order', `/my-order/order/${order.id}`]],
  ] as const) {
    const browser = await shown.context().newCDPSession(shown)
    await shown.setViewportSize({ width: 240, height: 740 })
    await visit(shown, paths[0])
    const search = shown.getByRole('combobox', { name: 'Cari produk' })
    expect((await boxOf(search)).width, `search on ${paths[0]}`).toBeGreaterThan(150)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await shown.setViewportSize({ width: 240, height: 480 })
    for (const path of paths) {
      await visit(shown, path)
      await expect(shown.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(shown.locator('main [aria-busy=true]')).toHaveCount(0)
      const width = () => shown.evaluate(() => document.documentElement.scrollWidth)
      await expect.soft.poll(width, path).toBeLessThanOrEqual(240)
    }
  }
})
