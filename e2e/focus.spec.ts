/// <reference lib="dom" />
/** The focus after a navigation, a deletion or a dialog. A screen reader continues there. */
import type { Page } from '@playwright/test'
import { buyerTest, expect, sellerTest, test } from './fixtures.ts'
import { answer, expectToast, hold, logIn, problem, stepper, visit } from './screen.ts'
import type { Product } from './shop.ts'
import { phone } from './sizes.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('the focus is on the heading of the new page after a navigation', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  await visit(page, '/')
  await page.getByRole('link', { name: 'Lihat lebih banyak' }).press('Enter')
  await expect(heading(page, 'Semua Produk')).toBeFocused()
  await expect(heading(page, 'Semua Produk')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Urutkan')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(heading(page, 'Semua Produk'), 'which is no stop of the Tab key').not.toBeFocused()
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Semua Produk')).toBeFocused()
  await page.getByRole('link', { name: 'Berikutnya' }).click()
  await expect(page).toHaveURL('/products?page=2')
  await expect(heading(page, 'Semua Produk')).toBeFocused()

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(heading(page, 'Login ke akun Anda')).toBeFocused()
  await logIn(page, buyer)
  await expect(heading(page, 'Selamat datang di Camilan')).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pertanyaan Umum' }).click()
  await expect(page.getByRole('heading', { name: 'Pertanyaan Umum' })).toBeFocused()
})

test('going back restores the scroll position exactly @phone', async ({ page }) => {
  await visit(page, '/products')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  const before = await scrollTop(page)
  expect(before).toBeGreaterThan(100)
  // A click would scroll the link to the middle first.
  await last.getByRole('link').evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/\/products\/./)
  await page.goBack()
  await expect(heading(page, 'Semua Produk')).toBeFocused()
  expect(await scrollTop(page)).toBe(before)
})

sellerTest('a tab, a choice and a search while typing keep the focus', async ({ page }) => {
  await visit(page, '/my-order')
  const tab = page.getByRole('navigation', { name: 'Status pesanan' }).getByRole('link', { name: 'Selesai' })
  await tab.press('Enter')
  await expect(page).toHaveURL('/my-order?status=SELESAI')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeFocused()
  await visit(page, '/products')
  const sort = page.getByLabel('Urutkan')
  await sort.focus()
  await sort.selectOption('Harga Terendah')
  await expect(page).toHaveURL(/sortBy=price/)
  await expect(sort).toBeFocused()
  await visit(page, '/admin/manage-products')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('nastar')
  await expect(page).toHaveURL(/query=nastar/)
  await expect(search).toBeFocused()
})

/** Runs in the page. Presses again before the browser has told that the first dialog is closed, as on a busy phone. */
async function answerAndPressAgain(pressed: HTMLElement, no: string): Promise<void> {
  const dialog = document.querySelector('dialog[open]')
  const told = new Promise((resolve) => dialog?.addEventListener('close', resolve))
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === no)?.click()
  for (let turn = 0; turn < 100 && dialog?.matches('[open]'); turn += 1) await undefined
  pressed.click()
  await told
}

test('a refused login and a closed dialog give the focus back', async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/status of 401/)
  await visit(page, '/auth/login')
  const buyer = await shop.makeBuyer()
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Kata Sandi', { exact: true }).fill('bukan-sandinya')
  const send = page.getByRole('button', { name: 'Login', exact: true })
  await send.press('Enter')
  await expect(problem(page)).toBeVisible()
  await expect(send).toBeFocused()

  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const mine = await openBrowser(buyer)
  await visit(mine, `/my-order/order/${order.id}`)
  const cancel = mine.getByRole('button', { name: 'Batalkan Pesanan' })
  await cancel.press('Enter')
  await answer(mine, 'Yakin ingin membatalkan pesanan?', 'Tidak')
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await cancel.evaluate(answerAndPressAgain, 'Tidak')
  await answer(mine, 'Yakin ingin membatalkan pesanan?', 'Ya, batalkan')
  await expect(heading(mine, 'Pesanan Saya')).toBeFocused()
})

sellerTest('a menu that is opened again right after it was closed stays open', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await visit(page, '/admin/dashboard')
  const open = page.getByRole('button', { name: 'Buka menu' })
  const menu = page.getByRole('dialog', { name: 'Menu admin' })
  await open.press('Enter')
  await expect(menu).toBeVisible()
  await open.evaluate(answerAndPressAgain, 'Tutup menu')
  await expect(menu).toBeVisible()
  await menu.getByRole('button', { name: 'Tutup menu' }).press('Enter')
  await expect(open).toBeFocused()
})

buyerTest('deleting a line of the cart keeps the place, and can be undone @phone', async ({ page, buyer, shop }) => {
  const products: Product[] = []
  for (let count = 0; count < 9; count += 1) products.push(await shop.makeProduct())
  for (const product of products) await shop.addToCart(buyer, product, 2)
  await visit(page, '/cart')
  const remove = (place: number) => page.getByRole('button', { name: `Hapus ${products.at(place)?.name}`, exact: true })
  await remove(6).scrollIntoViewIfNeeded()
  const place = await scrollTop(page)
  expect(place).toBeGreaterThan(100)

  await remove(5).evaluate((button: HTMLElement) => button.click())
  await expect(remove(5)).toBeHidden()
  await expect(remove(6)).toBeFocused()
  const moved = Math.abs((await scrollTop(page)) - place)
  expect(moved, 'at most as far as the line was high').toBeLessThan(200)
  await remove(8).press('Enter')
  await expect(remove(7)).toBeFocused()
  await expectToast(page, `${products[8]?.name} dihapus dari keranjang`, 'Urungkan')

  await page
    .getByRole('region', { name: 'Pemberitahuan' })
    .getByRole('status')
    .filter({ hasText: products[8]?.name ?? '' })
    .getByRole('button', { name: 'Urungkan' })
    .press('Enter')
  await expectToast(page, `${products[8]?.name} kembali ada di keranjang`)
  await expect(stepper(page, { name: products[8]?.name ?? '' }).value).toHaveText('2')
  await expect(heading(page, 'Keranjang Belanja')).toBeFocused()
})

buyerTest('deleting the last line leaves an empty cart and a focused heading', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  await shop.addToCart(buyer, product, 3)
  await visit(page, '/cart')
  const leave = await hold(page, '**/api/carts/*')
  await page.getByRole('button', { name: `Hapus ${product.name}` }).press('Enter')
  await expect(page.getByText('Keranjang Anda Kosong', { exact: true })).toBeVisible()
  await expect(heading(page, 'Keranjang Belanja')).toBeFocused()
  // The page is left before the answer.
  await page.getByRole('main').getByRole('link', { name: 'Lihat Produk' }).click()
  await expect(page).toHaveURL('/products')
  leave()
  const cart = page.getByRole('link', { name: 'Keranjang' })
  await expect(cart).not.toHaveAccessibleName(/1 produk/)
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expect(cart).toHaveAccessibleName(/1 produk/)
  await visit(page, '/cart')
  await expect(stepper(page, product).value).toHaveText('3')
})
