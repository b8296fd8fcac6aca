/// <reference lib="dom" />
/** Small features that the seller uses every day. */
import { expect, sellerTest as test } from './fixtures.ts'
import { fakePicture } from './pictures.ts'
import { chooseOf } from './product-list.ts'
import { answer, expectToast, listed, visit } from './screen.ts'

test('a deletion names the product, and its message undoes it @phone', async ({ page, shop, isMobile }) => {
  const product = await shop.makeProduct()
  await visit(page, `/admin/manage-products?${new URLSearchParams({ query: product.name })}`)
  const remove = () =>
    isMobile ? chooseOf(page, product, 'Hapus') : page.getByRole('button', { name: `Hapus ${product.name}` }).click()
  const question = 'Apakah Anda yakin ingin menghapus produk ini?'
  await remove()
  await expect(page.getByRole('dialog', { name: question })).toContainText(product.name)
  await answer(page, question, 'Batal')
  await expect(listed(page, product.name)).toBeVisible()
  await remove()
  await answer(page, question, 'Hapus')
  await expectToast(page, 'Produk berhasil dihapus!')
  await expect(page.getByText('Tidak ada produk yang ditemukan')).toBeVisible()
  await page.getByRole('button', { name: `Kembalikan ${product.name}` }).click()
  await expectToast(page, `${product.name} dijual lagi`)
  await expect(listed(page, product.name)).toBeVisible()
  expect({ ...product }).toMatchObject({ ...(await shop.product(product.id)) })
})

test('a file that is no picture is refused when it is chosen', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await visit(page, '/admin/manage-products')
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  const picture = dialog.getByLabel(/ gambar$/)
  await picture.setInputFiles(fakePicture)
  await expect(dialog.getByText('Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.')).toBeVisible()
  await picture.setInputFiles({ ...fakePicture, buffer: Buffer.from('\xff\xd8\xff\xe0 terpotong', 'latin1') })
  await expect(dialog.getByText('Gambar tidak bisa dibaca. Pilih gambar lain.')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeHidden()
  expect(sent.filter((url) => url.includes('/api/admin'))).toEqual([])
})

test("the browser's own hints are in Indonesian", async ({ page }) => {
  await visit(page, '/admin/dashboard')
  const hint = () => page.locator('#uji').evaluate((input: HTMLInputElement) => input.validationMessage)
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.innerHTML = '<input id="uji" required>'
    document.querySelector('main')?.append(form)
    form.requestSubmit()
  })
  expect(await hint()).toBe('Isian ini wajib diisi.')
  await page.locator('#uji').fill('Nastar')
  expect(await hint(), 'a corrected field is valid again').toBe('')
})

test("the seller's phone has the pages at its lower edge, and the shop @phone", async ({ page, isMobile }) => {
  test.skip(!isMobile, 'A desktop has a sidebar instead')
  await visit(page, '/admin/dashboard')
  const bar = page.getByRole('navigation', { name: 'Navigasi bawah' })
  for (const [label, heading] of [
    ['Produk', 'Kelola Produk'],
    ['Pesanan', 'Kelola Pesanan'],
    ['Pengaturan', 'Pengaturan'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await bar.getByRole('link', { name: label, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(bar.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  const more = bar.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('navigation', { name: 'Navigasi admin' })
  for (const [label, heading] of [
    ['Pengguna', 'Kelola Pengguna'],
    ['Profil', 'Profil Admin'],
  ] as const) {
    await more.tap()
    await menu.getByRole('link', { name: label, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(menu).toBeHidden()
    await expect(more).toHaveAttribute('aria-current', 'true')
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await bar.getByRole('listitem').count()).toBe(5)
  for (const link of await bar.getByRole('listitem').all()) {
    const { x, width } = (await link.boundingBox()) ?? { x: -1, width: 0 }
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
  }
  await page.getByRole('link', { name: 'Lihat toko' }).first().click()
  await expect(page).toHaveURL('/')
})
