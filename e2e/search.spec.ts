import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

test('a search that finds nothing suggests other spellings or categories, if it can', async ({ page, faults }) => {
  faults.allow(/suggestions/)
  await visit(page, '/')
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('kripik')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Hasil pencarian “kripik”' })).toBeVisible()
  await expect(page.getByText('Produk tidak ditemukan')).toHaveCount(0) // it would stand above good results
  await expect(page).toHaveTitle('Hasil pencarian “kripik” · Camilan')
  const liked = page.getByRole('region', { name: 'Menampilkan hasil untuk keripik' })
  await expect(liked.getByRole('article').filter({ hasText: 'Keripik Singkong' })).toBeVisible()
  await expectAccessible(page, 'nothing found')
  await liked.getByRole('link', { name: 'keripik', exact: true }).click()
  await expect(page).toHaveURL('/products?query=keripik')
  await expect(page.getByRole('heading', { level: 1, name: 'Hasil pencarian “keripik”' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(liked).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Hasil pencarian “kripik”' })).toBeVisible()
  await expect(liked.getByRole('article').filter({ hasText: 'Keripik Singkong' })).toBeVisible()

  await page.route('**/api/products/suggestions?*', (route) => route.abort())
  await visit(page, '/products')
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('kripik')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Produk tidak ditemukan', { exact: true })).toBeVisible()
  await expect(page.getByText('Coba kata lain yang lebih pendek')).toBeVisible()
  await page.getByRole('link', { name: 'Lihat semua produk' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await visit(page, '/products?category=MAKANAN_RINGAN&query=nastar')
  const inCategory = 'Hasil pencarian “nastar” di Makanan Ringan'
  await expect(page.getByRole('heading', { level: 1, name: inCategory })).toBeVisible()
  await page.getByRole('link', { name: 'Cari di semua kategori' }).click()
  await expect(page).toHaveURL('/products?query=nastar')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Nastar' })).toBeVisible()
})

test('while somebody types, a list leads to products and categories by keys and touch', async ({ page, faults }) => {
  await visit(page, '/')
  const search = page.getByRole('combobox', { name: 'Cari produk' })
  const list = page.getByRole('listbox', { name: 'Saran pencarian' })
  const option = list.getByRole('option')
  const heights = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await heights()
  await search.pressSequentially('kue')
  await expect(option.first()).toHaveAccessibleName(/^Kue Kering/)
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  expect(await heights()).toBe(before)
  await expectAccessible(page, 'suggestions')
  await search.press('Escape')
  await expect(list).toBeHidden()
  await expect(search).toHaveValue('kue')

  await search.fill('nast')
  const nastar = option.filter({ hasText: 'Nastar' }).first()
  await search.press('ArrowDown')
  await expect(nastar).toBeVisible()
  await expect(async () => {
    await search.press('ArrowDown')
    await expect(nastar).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
  }).toPass()
  await expect(search).toHaveAttribute('aria-activedescendant', (await nastar.getAttribute('id')) ?? '')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Nastar' })).toBeVisible()

  await search.fill('kue')
  await option.filter({ hasText: 'Kategori' }).click()
  await expect(page).toHaveURL('/products?category=KUE_KERING')

  faults.allow(/products\?/)
  await page.route('**/api/products?*', (route) =>
    route.request().url().includes('limit=20') ? undefined : route.continue(),
  )
  await search.fill('kastengel')
  await search.press('Enter') // the search does not wait for the list
  await expect(page).toHaveURL('/products?query=kastengel')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(list).toBeHidden()
})

test('a product has its name in the address, but needs none, and shows the way back', async ({ page, shop }) => {
  const { id } = await shop.sample('kastengel')
  await visit(page, '/products?query=kastengel')
  await page.getByRole('article').getByRole('link', { name: 'Kastengel', exact: true }).click()
  await expect(page).toHaveURL(`/products/kastengel-${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kastengel' })).toBeVisible()
  await visit(page, `/products/nama-lama-${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kastengel' })).toBeVisible()
  await expect(page).toHaveURL(`/products/nama-lama-${id}`)
  const trail = page.getByRole('navigation', { name: 'Letak halaman' })
  await expect(trail.getByRole('link')).toHaveText(['Beranda', 'Semua Produk', 'Kue Kering'])
  await trail.getByRole('link', { name: 'Kue Kering' }).click()
  await expect(page).toHaveURL('/products?category=KUE_KERING')
  await expect(trail.getByRole('link')).toHaveText(['Beranda', 'Semua Produk'])
})
