import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

// Chromium's report of a script that it may not run.
test.beforeEach(({ faults }) => faults.allow(/\.js: csp$/))

const property = (page: Page, name: string) => page.locator(`meta[property="${name}"]`)
const canonical = (page: Page) => page.locator('link[rel="canonical"]')

test('the public pages can be read and searched', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pesan Sekarang/ })).toHaveCount(4)
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('nastar')
  await page.getByRole('button', { name: 'Cari', exact: true }).click()
  await expect(page).toHaveURL('/products?query=nastar')
  await page.getByRole('link', { name: 'Nastar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nastar' })).toBeVisible()
  await expect(page.getByText('Rp 98.000')).toBeVisible()
  await page.goto('/products?query=keripik')
  await page.getByRole('link', { name: 'Harga Tertinggi' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Rp 138.000')
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a product page describes itself to search engines and messengers', async ({ page, request, shop }) => {
  const [product] = await shop.products({ query: 'kastengel' })
  const url = `${shop.url}/products/kastengel-${product?.id}`
  await page.goto(`${shop.url}/products/${product?.id}?utm_source=kabar`)
  await expect(page).toHaveTitle(/Kastengel/)
  await expect(canonical(page)).toHaveAttribute('href', url)
  await expect(property(page, 'og:title')).toHaveAttribute('content', /Kastengel/)
  await expect(property(page, 'og:description')).toHaveAttribute('content', /.{20}/)
  await expect(property(page, 'og:url')).toHaveAttribute('content', url)
  const picture = await property(page, 'og:image').getAttribute('content')
  const answer = await request.get(String(picture))
  expect(answer.headers()['content-type']).toBe('image/jpeg')
  expect((await answer.body()).length).toBeLessThan(300 * 1024)
  const [data, crumbs] = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
    (text): unknown => JSON.parse(text),
  )
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'Kastengel',
    image: picture,
    offers: { '@type': 'Offer', price: 115_000, priceCurrency: 'IDR', url },
  })
})

test('help, about us and the pages of an account say that they need JavaScript', async ({ page }) => {
  // Playwright's other locators skip the content of a noscript element.
  const needed = page.locator('main noscript p', { hasText: 'Nyalakan JavaScript di peramban Anda' })
  for (const [path, heading] of [
    ['/help', 'Bantuan'],
    ['/about-us', 'Tentang Kami'],
    ['/cart', 'Keranjang Belanja'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(needed).toBeVisible()
    await expect(page.getByText('Memuat…')).toBeHidden()
  }
  await page.locator('main noscript a', { hasText: 'Lihat Produk' }).click()
  await expect(page).toHaveURL('/products')
  await page.goto('/auth/reset-password?token=x')
  await expect(needed).toBeVisible()
})
