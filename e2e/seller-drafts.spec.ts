/// <reference lib="dom" />
/** No typed value of the seller is lost. */
import type { Locator, Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { smallPicture } from './pictures.ts'
import { edit, listOf, quickEdit } from './product-list.ts'
import { answer, expectToast, hold, logIn, storedDrafts, visit } from './screen.ts'
import type { Shop } from './shop.ts'

const restored = (page: Page) => page.getByText('Isian Anda dipulihkan')

/** A session of its own, because a test may end it. */
const ownSeller = async (shop: Shop) => shop.logIn(await shop.seller())

test('the typed values of the product form survive Escape, back and a reload', async ({ page, shop }) => {
  const product = await shop.makeProduct({ price: 45_000 })
  await visit(page, '/admin/dashboard')
  await visit(page, listOf(product))
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await edit(page, product)
  await dialog.getByLabel('Deskripsi').fill('Baru dipanggang.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await edit(page, product)
  await expect(restored(page)).toBeVisible()
  await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Baru dipanggang.')
  await dialog.getByLabel('Harga (Rp)').fill('47000')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goForward()
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('47.000')
  await page.reload()
  await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Baru dipanggang.')
  await expect(restored(page)).toBeVisible()

  await dialog.getByRole('button', { name: 'Buang isian yang dipulihkan' }).click()
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('45.000')
  await expect(restored(page)).toBeHidden()
  await dialog.getByLabel('Harga (Rp)').fill('48000')
  const release = await hold(page, '**/api/admin/products?*')
  const listAsked = page.waitForRequest('**/api/admin/products?*')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await listAsked
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(dialog).toBeVisible()
  release()
  await expectToast(page, 'Produk berhasil diperbarui!')
  await edit(page, product)
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('48.000')
  await expect(restored(page)).toBeHidden()
  expect(await storedDrafts(page)).toEqual([])
})

test('closing the form asks nothing: it keeps the picture, too', async ({ page }) => {
  await visit(page, '/admin/manage-products')
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  await dialog.getByLabel(/ gambar$/).setInputFiles(smallPicture)
  await dialog.getByLabel('Nama Produk').fill('Kue bergambar')
  await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  await expect(dialog.getByRole('button', { name: /^Gambar 1 / })).toBeVisible()
})

test('a session that ends while the seller types leads back to the form', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  const seller = await ownSeller(shop)
  const product = await shop.makeProduct({ stock: 8 })
  const page = await openBrowser(seller)
  const backIn = async () => {
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fadmin%2F/)
    await expectToast(page, 'Sesi Anda berakhir, silakan login lagi')
    await logIn(page, seller)
  }
  const endSession = () =>
    page.evaluate(async () => {
      const token = localStorage.getItem('token')
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    })

  /** At once, because a call that an event of another test causes may be refused first and lead to the login as well. */
  const pressWithoutSession = (button: Locator) =>
    button.evaluate(async (pressed: HTMLElement) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      await fetch('/api/auth/logout', { method: 'POST', headers })
      pressed.click()
    })

  await test.step('product form', async () => {
    await visit(page, listOf(product))
    await edit(page, product)
    const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
    await dialog.getByLabel('Deskripsi').fill('Ditulis panjang lebar.')
    await pressWithoutSession(dialog.getByRole('button', { name: 'Simpan' }))
    await backIn()
    await expect(page).toHaveURL(listOf(product))
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Ditulis panjang lebar.')
    await expect(restored(page)).toBeVisible()
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Produk berhasil diperbarui!')
  })

  await test.step('quick edit', async () => {
    const { button, input } = quickEdit(page, 'stok', product)
    await button.click()
    await input.fill('+4')
    await endSession()
    await input.press('Enter')
    await backIn()
    await expect(input).toHaveValue('+4')
    await input.press('Enter')
    await expect(button).toHaveText(/^(Stok )?12$/)
    expect((await shop.product(product.id)).stock).toBe(12)
  })

  await test.step('shipment', async () => {
    const order = await shop.paidOrder()
    await visit(page, `/admin/manage-orders/order/${order.id}`)
    await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kurir', { exact: true }).selectOption('JNE')
    await dialog.getByLabel('Nomor resi (opsional)').fill('CGK123')
    await pressWithoutSession(dialog.getByRole('button', { name: 'Kirim', exact: true }))
    await backIn()
    await expect(dialog.getByLabel('Kurir', { exact: true })).toHaveValue('JNE')
    await expect(dialog.getByLabel('Nomor resi (opsional)')).toHaveValue('CGK123')
    await dialog.getByRole('button', { name: 'Kirim', exact: true }).click()
    await expectToast(page, 'Pesan telah dikirim')
  })
  expect(await storedDrafts(page)).toEqual([])
})

test('without a connection no typed value is lost', async ({ page, shop, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ApiError/)
  const product = await shop.makeProduct({ price: 45_000 })
  await visit(page, listOf(product))
  const { button, input, alert } = quickEdit(page, 'harga', product)
  await button.click()
  await page.context().setOffline(true)
  await input.fill('Rp 47.500')
  await input.press('Enter')
  await expect(alert).toHaveText('Gagal menyimpan. Silakan coba lagi.')
  await page.context().setOffline(false)
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(input).toHaveValue('47.500')
  await input.press('Escape')
  await expect(button).toHaveText(/Rp\s45\.000/)
  await button.click()
  await expect(input).toHaveValue('47.500')
  await input.press('Enter')
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect((await shop.product(product.id)).price).toBe(47_500)
})

test('a page of the seller is shown when its account is known', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  const { button } = quickEdit(page, 'harga', product)
  const listed = page.waitForResponse(/\/api\/admin\/products\?/)
  let isShownBefore: boolean | undefined
  await page.route('**/api/users/me', async (route) => {
    await (await listed).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve))) // the page could show the list
    isShownBefore = await button.isVisible()
    await route.continue()
  })
  await page.goto(listOf(product))
  await expect(button).toBeVisible()
  expect(isShownBefore).toBe(false)
})

test('drafts belong to one account and are removed at the logout', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  const seller = await ownSeller(shop)
  const product = await shop.makeProduct()
  const page = await openBrowser(seller)
  const type = async () => {
    await visit(page, listOf(product))
    await edit(page, product)
    await page.getByRole('dialog').getByLabel('Deskripsi').fill('Rahasia dapur.')
    expect(await storedDrafts(page)).toEqual([`draft:product:${product.id}`])
    await page.keyboard.press('Escape')
  }
  await type()
  // Another account in the same browser.
  await page.evaluate((id) => {
    const key = `draft:product:${id}`
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '')
    sessionStorage.setItem(key, JSON.stringify({ ...stored, owner: 'somebody-else' }))
  }, product.id)
  await edit(page, product)
  await expect(page.getByRole('dialog').getByLabel('Deskripsi')).not.toHaveValue('Rahasia dapur.')
  await expect(restored(page)).toBeHidden()
  expect(await storedDrafts(page)).toEqual([])
  await page.keyboard.press('Escape')

  await type()
  await page.getByRole('navigation', { name: 'Navigasi admin' }).getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Keluar')
  await expect(page).toHaveURL('/auth/login')
  expect(await storedDrafts(page)).toEqual([])
})
