import { chromium } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

buyerTest('help shows seven steps and five answers, about us the cities that are served', async ({ page }) => {
  await visit(page, '/help')
  const steps = page.getByRole('region', { name: 'Cara Memesan' })
  await expect(steps.getByRole('listitem')).toHaveCount(7)
  await expect(steps).toContainText('BCA virtual account')
  const questions = page.getByRole('region', { name: 'Pertanyaan Umum' }).getByRole('group')
  await expect(questions).toHaveCount(5)
  await questions.first().getByText('Ke kota mana saja').click()
  await expect(questions.first()).toContainText('2-3 hari')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Tentang Kami' }).click()
  const places = page.getByRole('region', { name: 'Ke mana kami mengirim' }).getByRole('listitem')
  await expect(places).toContainText(['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi', 'Segera hadir'])
})

test('every page has the navigation and more links in its footer @phone', async ({ page, isMobile }) => {
  await visit(page, '/')
  const navigation = page.getByRole('navigation', { name: isMobile ? 'Navigasi bawah' : 'Navigasi utama' })
  await expect(navigation.getByRole('link')).toHaveText(
    isMobile ? ['Beranda', 'Produk', 'Keranjang', 'Pesanan', 'Akun'] : ['Beranda', 'Produk', 'Bantuan', 'Tentang Kami'],
  )
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth/login')
  const footer = page.getByRole('contentinfo')
  for (const [name, href] of [
    ['Makanan Ringan', '/products?category=MAKANAN_RINGAN'],
    ['Kue Kering', '/products?category=KUE_KERING'],
    ['Cara Memesan', '/help#cara-memesan'],
    ['Pertanyaan Umum', '/help#pertanyaan-umum'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  for (const text of ['Instagram', 'Facebook', 'WhatsApp', '© 2018 Camilan']) {
    await expect(footer.getByText(text, { exact: true })).toBeVisible()
  }
})

test('the description of the API works at an http address, with and without a slash', async ({ faults, shop }) => {
  faults.allow(/untrustworthy|origin-keyed/) // headers that have a meaning only over https
  const origin = `http://192.0.2.7:${new URL(shop.url).port}`
  const { args = [], ...options } = test.info().project.use.launchOptions ?? {}
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--host-resolver-rules=MAP 192.0.2.7 127.0.0.1'],
  })
  const context = await browser.newContext()
  await faults.watch(context, origin)
  const page = await context.newPage()
  for (const path of ['/api/docs', '/api/docs/']) {
    await page.goto(origin + path)
    const operation = page.locator('.opblock', { hasText: '/api/auth/forgot-password' })
    await operation.getByRole('button').first().click()
    await expect(operation.getByText('Request body')).toBeVisible()
  }
  await browser.close()
})
