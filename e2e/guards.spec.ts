/// <reference lib="dom" />
import type { Route } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { answer, expectToast, logIn, stepper, visit } from './screen.ts'

test('a visitor is sent to the login with the reason, and then to the requested page', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  for (const path of ['/about-us', '/my-order/order/261121-AAAAAA', '/my-order?status=SELESAI']) {
    await visit(page, path)
    await expect(page).toHaveURL(`/auth/login?${new URLSearchParams({ next: path })}`)
    await expectToast(page, 'Anda harus login terlebih dahulu.')
  }
  await logIn(page, buyer)
  await expect(page).toHaveURL('/my-order?status=SELESAI')
  await expect(page.getByRole('heading', { level: 1, name: 'Pesanan Saya' })).toBeVisible()
})

buyerTest('a guarded page loads nothing for a session that ended in another tab', async ({ page }) => {
  await visit(page, '/my-order')
  const otherTab = await page.context().newPage()
  await visit(otherTab, '/')
  await otherTab.evaluate(() => localStorage.removeItem('token'))
  await expect(page).toHaveURL('/auth/login?next=%2Fmy-order')
  await expectToast(page, 'Anda sudah keluar di peramban ini.')
  await page.getByRole('link', { name: 'Beranda' }).click()
  await expect(page).toHaveURL('/')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tentang Kami' }).click()
  await expect(page).toHaveURL('/auth/login?next=%2Fabout-us')
  await expectToast(page, 'Anda harus login terlebih dahulu.')
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('the server sends only the fallback of a guarded page, with its guard', async ({ request }) => {
  for (const [guard, path, content] of [
    ['signed-in', '/about-us', 'Ke mana kami mengirim'],
    ['signed-in', '/help', 'id="pertanyaan-umum"'],
    ['signed-in', '/cart', 'Keranjang Anda Kosong'],
    ['signed-in', '/my-order?status=SELESAI', 'Tidak ada pesanan'],
    ['admin', '/admin/dashboard', 'Pesanan Terbaru'],
    ['admin', '/admin/print', 'Ukuran kertas'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html, path).not.toContain(content)
    expect(html, path).toMatch(/<main[^>]* aria-busy="true"/)
    expect(html, path).toMatch(new RegExp(`<link[^>]* href="/assets/${guard}-guard-[^>]*>`))
  }
})

test('only an administrator opens the admin pages, not a stored role', async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/status of 403/, /ApiError/)
  await visit(page, '/admin/dashboard')
  await expect(page).toHaveURL(/^.*\/auth\/login/)
  await expectToast(page, 'Anda tidak memiliki akses pada halaman yang dituju.')
  const buyersPage = await openBrowser(await shop.makeBuyer())
  // All of them are below one guard: one page with the administrator's frame and the one without.
  for (const path of ['/admin/manage-users', '/admin/print']) {
    await visit(buyersPage, path)
    await expect(buyersPage).toHaveURL(/\/auth\/login/)
    await expectToast(buyersPage, 'Anda tidak memiliki akses pada halaman yang dituju.')
  }
  const liar = await openBrowser({ ...(await shop.makeBuyer()), isAdmin: true })
  await visit(liar, '/admin/manage-users')
  await expect(liar.getByText('Gagal memuat data pengguna')).toBeVisible()
})

buyerTest('a session that the shop has ended leads to the login page', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  await shop.logOut(buyer)
  // The header gets the refusal before the page does. The page must not wait forever.
  await page.route('**/api/orders/me?*', async (route) => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await route.continue()
  })
  await visit(page, '/my-order')
  await expect(page).toHaveURL('/auth/login?next=%2Fmy-order')
  await expectToast(page, 'Sesi Anda berakhir, silakan login lagi')
})

buyerTest('a second refused call keeps the page to return to', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  const products = [await shop.makeProduct(), await shop.makeProduct()] as const
  for (const product of products) await shop.addToCart(buyer, product)
  const connected = page.waitForResponse('**/api/notifications/stream')
  await visit(page, '/cart')
  await connected // after the other calls of the header, which would be refused before those of the cart
  await expect(page.getByRole('banner').locator('summary', { hasText: buyer.name.split(' ')[0] ?? '' })).toBeVisible()
  await shop.logOut(buyer)
  const login = page.getByRole('heading', { name: 'Login ke akun Anda' })
  const calls: Route[] = []
  await page.route('**/api/carts/*', (route) => void calls.push(route))
  for (const product of products) await stepper(page, product).more.click()
  await expect.poll(() => calls.length).toBe(2)
  await calls[0]?.continue()
  await expect(login).toBeVisible()
  const refused = page.waitForResponse(String(calls[1]?.request().url()))
  await calls[1]?.continue()
  await refused
  await logIn(page, buyer)
  await expect(page).toHaveURL('/cart')
})

buyerTest('logging out asks first, and ends the session', async ({ page, buyer }) => {
  await visit(page, '/products')
  const menu = page.getByRole('banner').locator('summary', { hasText: buyer.name.split(' ')[0] ?? '' })
  await menu.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await expect(page.getByRole('link', { name: 'Profil', exact: true })).toHaveAttribute('href', '/profile')
  await expect(page.getByRole('link', { name: 'Pesanan Saya' })).toHaveAttribute('href', '/my-order')
  await page.getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Batal')
  await expect(page).toHaveURL('/products')
  await menu.click()
  await page.getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Keluar')
  await expect(page).toHaveURL('/auth/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])).toEqual([null, null])
})
