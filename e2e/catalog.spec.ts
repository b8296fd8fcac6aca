/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('heading').allTextContents()

async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page)
    .getByText(/^Rp\s[\d.]+$/)
    .allTextContents()
  return texts.map((text) => Number(text.replace(/\D/g, '')))
}

async function isSorted(page: Page, compare: (a: number, b: number) => number): Promise<boolean> {
  const found = await prices(page)
  return found.length > 0 && found.join() === found.toSorted(compare).join()
}

test('the home page shows four products with links to them and to all products', async ({ page }) => {
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: 'Selamat datang di Camilan' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Toples kue kering/ })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('link', { name: /^Pesan Sekarang/ })).toHaveCount(4)
  await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(cards(page)).toHaveCount(4)
  const [first = ''] = await names(page)
  await page.getByRole('link', { name: new RegExp(`^Pesan Sekarang.*${first}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
})

test('the search is applied when its button is pressed, not before', async ({ page }) => {
  await visit(page, '/products')
  await page.getByRole('combobox', { name: 'Cari produk' }).pressSequentially('nastar')
  await expect(page.getByRole('option', { name: 'Nastar' }).first()).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(cards(page)).toHaveCount(12)
  await page.getByRole('button', { name: 'Cari', exact: true }).click()
  await expect(page).toHaveURL('/products?query=nastar')
  await expect(cards(page).getByRole('heading', { name: 'Nastar' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Cari produk' })).toHaveValue('')
})

test('each category has its own URL', async ({ page }) => {
  await visit(page, '/products')
  const sidebar = page.getByRole('navigation', { name: 'Kategori' }).getByRole('link')
  await expect(sidebar).toHaveText(['Semua Kategori', 'Makanan Ringan', 'Kue Kering'])
  await sidebar.last().click()
  await expect(page).toHaveURL('/products?category=KUE_KERING')
  await expect(page.getByRole('heading', { level: 1, name: 'Kue Kering' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Makanan Ringan' }).click()
  await expect(page).toHaveURL('/products?category=MAKANAN_RINGAN')
  await expect(cards(page)).toHaveCount(9)
  await page.getByRole('link', { name: 'Semua Kategori' }).click()
  await expect(page).toHaveURL('/products')
})

test('the list is sorted by name, or as the customer chooses', async ({ page }) => {
  const collator = new Intl.Collator('id', { sensitivity: 'base' })
  await visit(page, '/products')
  const byName = await names(page)
  expect(byName).toEqual(byName.toSorted(collator.compare))
  const sort = page.getByLabel('Urutkan')
  await expect(sort.getByRole('option')).toHaveText(['Nama A-Z', 'Nama Z-A', 'Harga Terendah', 'Harga Tertinggi'])

  await sort.selectOption('Harga Terendah')
  await expect(page).toHaveURL('/products?sortBy=price&sortOrder=asc')
  await expect.poll(() => isSorted(page, (a, b) => a - b)).toBe(true)
  await sort.selectOption('Harga Tertinggi')
  await expect(page).toHaveURL('/products?sortBy=price&sortOrder=desc')
  await expect.poll(() => isSorted(page, (a, b) => b - a)).toBe(true)
})

test('each page of the list has its own URL, and one past the end leads to the last', async ({ page }) => {
  await visit(page, '/products?sortBy=name&sortOrder=desc')
  await expect(cards(page)).toHaveCount(12)
  const first = await names(page)
  const tops = await cards(page).evaluateAll((found) => found.map((card) => card.getBoundingClientRect().top))
  expect(
    tops.filter((top) => top === tops[0]),
    'three in a row',
  ).toHaveLength(3)
  await page.getByRole('navigation', { name: 'Halaman' }).getByRole('link', { name: 'Berikutnya' }).click()
  await expect(page).toHaveURL('/products?sortBy=name&sortOrder=desc&page=2')
  await expect.poll(() => names(page)).not.toContain(first[0])
  await page.getByRole('link', { name: 'Sebelumnya' }).click()
  await expect(page).toHaveURL('/products?sortBy=name&sortOrder=desc')
  await visit(page, '/products?category=KUE_KERING&page=99')
  await expect(page.getByText('Produk tidak ditemukan', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ke halaman terakhir' }).click()
  await expect(page).toHaveURL(/^[^?]*\/products\?category=KUE_KERING(&page=\d)?$/)
  await expect(cards(page).first()).toBeVisible()
})

test('an unknown URL answers 404 and links home and back', async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/status of 404/)
  await visit(page, '/products')
  const answer = await page.goto('/tidak/ada')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Halaman Tidak Ditemukan' })).toBeVisible()
  await page.getByRole('button', { name: 'Ke Halaman Sebelumnya' }).click()
  await expect(page).toHaveURL('/products')
  await visit(page, '/tidak/ada')
  await page.getByRole('link', { name: 'Ke Beranda' }).click()
  await expect(page).toHaveURL('/')

  const sellersPage = await openBrowser(await shop.seller())
  await visit(sellersPage, '/tidak/ada')
  await sellersPage.getByRole('link', { name: 'Ke Dashboard' }).click()
  await expect(sellersPage).toHaveURL('/admin/dashboard')
  expect((await sellersPage.goto('/admin/tidak/ada'))?.status()).toBe(404)
  await expect(sellersPage.getByRole('heading', { name: 'Halaman Tidak Ditemukan' })).toBeVisible()
  await sellersPage.getByRole('navigation', { name: 'Navigasi admin' }).getByRole('link', { name: 'Pesanan' }).click()
  await expect(sellersPage).toHaveURL('/admin/manage-orders')
  await visit(page, '/admin/tidak/ada')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('the one page for all unknown URLs is 404 and hydrates at each @thorough', async ({ page, request, faults }) => {
  faults.allow(/status of 404/)
  const product = '00000000-0000-4000-8000-000000000000'
  for (const [path, title] of [
    ['/tidak-ada', 'Halaman Tidak Ditemukan'],
    ['/help/tidak/ada?query=nastar#di-sana', 'Halaman Tidak Ditemukan'],
    ['/tidak//ada', 'Halaman Tidak Ditemukan'],
    [`/products/${product}`, 'Produk tidak ditemukan'],
    ['/products/%3Cscript%3E?query=x', 'Produk tidak ditemukan'],
  ] as const) {
    expect((await request.get(path)).status(), path).toBe(404)
    await visit(page, path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Camilan`)
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: 'Ke Beranda' }).click()
    await expect(page).toHaveURL('/')
    // The browser followed the link without a new document, so React Router runs.
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  }
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('nastar')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products?query=nastar')
})

test('a product page shows picture, name, category, price, stock and description', async ({ page, shop }) => {
  const product = await shop.sample('nastar')
  await visit(page, `/products/${product.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Nastar' })).toBeVisible()
  const picture = main.getByRole('img', { name: 'Nastar' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(main.getByRole('link', { name: 'Kue Kering' })).toHaveAttribute('href', '/products?category=KUE_KERING')
  await expect(main.getByText('Rp 98.000', { exact: true })).toBeVisible()
  await expect(main.getByText(/^Stok \d+$/)).toBeVisible()
  await expect(main.getByRole('button', { name: '500gram · Toples', pressed: false })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Deskripsi' })).toContainText('selai nanas')
})

test('a product that is sold out cannot be ordered; its page leads to three others', async ({ page, shop }) => {
  const { id } = await shop.sample('emping')
  await visit(page, `/products/${id}`)
  await expect(page.getByText('Habis', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Checkout|jumlah/ })).toHaveCount(0)
  const others = page.getByRole('region', { name: 'Produk ini sedang habis' }).getByRole('listitem')
  await expect(others).toHaveCount(3)
  const name = (await others.first().locator('.line-clamp-2').textContent()) ?? ''
  await others.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled()
  // The browser also loads them when it comes from another page.
  await page.goBack()
  await expect(others).toHaveCount(3)
})

test("a product says what delivery costs to this browser's city, and what goes with it", async ({ page, shop }) => {
  const { id } = await shop.sample('nastar')
  await visit(page, `/products/${id}`)
  const questions = page.getByRole('region', { name: 'Pengiriman dan pertanyaan' })
  await questions.getByRole('combobox', { name: 'Kirim ke' }).selectOption('Bogor')
  await expect(questions).toContainText(/Tiba .+ hari ini. Ongkos kirim Rp\s4.000/)
  await visit(page, `/products/${id}`)
  await expect(questions.getByRole('combobox')).toHaveValue('Bogor')
  await expect(page.getByRole('button', { name: 'Bagikan' })).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'Cocok dengan ini' }).getByRole('article')).toHaveCount(4)
})

test('a broken picture is replaced, one of a single pixel is not @thorough', async ({ page, faults }) => {
  faults.allow(/\/media\//)
  const picture = cards(page).first().locator('img')
  await page.route('**/media/**', (route) => route.abort())
  await visit(page, '/products')
  await expect(picture).not.toHaveAttribute('src', /\/media\//)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await page.unroute('**/media/**')
  await page.route('**/media/**', (route) =>
    route.fulfill({ body: Buffer.from(pixel, 'base64'), contentType: 'image/png' }),
  )
  await visit(page, '/products')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
  await expect(picture).toHaveAttribute('src', /\/media\//)
})
