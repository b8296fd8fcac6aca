import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

// Chromium's report of a script that it may not run.
test.beforeEach(({ faults }) => faults.allow(/\.js: csp$/))

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
})

test('a form says that it needs JavaScript, and Enter in it shows its page again', async ({ page }) => {
  for (const path of ['/auth/login', '/auth/register', '/auth/forgot-password']) {
    await page.goto(path)
    await expect(page.locator('form noscript p', { hasText: 'Nyalakan JavaScript' })).toBeVisible()
    await page.getByLabel('Email').fill('dewi@contoh.test')
    await Promise.all([page.waitForEvent('domcontentloaded'), page.getByLabel('Email').press('Enter')])
    await expect(page).toHaveURL(path)
    await expect(page.getByLabel('Email')).toHaveValue('')
  }
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
