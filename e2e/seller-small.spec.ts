/// <reference lib="dom" />
/** Small features that the seller uses every day. */
import { expect, sellerTest as test } from './fixtures.ts'
import { fakePicture } from './pictures.ts'
import { chooseOf, listOf } from './product-list.ts'
import { answer, expectToast, listed, visit } from './screen.ts'

test('a deletion names the product, and its message undoes it', { tag: '@phone' }, async ({ page, shop, isMobile }) => {
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

test('the tabs of the products say how many of those that are searched they hold', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 0 })
  await visit(page, listOf(product))
  await expect(page.getByRole('link', { name: 'Habis', exact: true })).toHaveAccessibleDescription('1 produk')
})

test('the stock history of a product has its sales and returns beside the counts', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 20 })
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, product, 3)
  await shop.changeStatus(buyer, order, 'DIBATALKAN')
  await visit(page, `/admin/manage-products?${new URLSearchParams({ query: product.name })}`)
  await page.getByRole('button', { name: `Edit ${product.name}` }).click()
  await page.locator('summary', { hasText: 'Riwayat stok' }).click()
  const entries = page.getByRole('dialog').locator('details[open]').getByRole('listitem')
  await expect(entries).toHaveText([
    new RegExp(`^Kembali 3 → stok 20, #${order.id}, `),
    new RegExp(`^Terjual 3 → stok 17, #${order.id}, `),
    /^Stok 0 → 20 oleh Bu Sari, /,
  ])
  await page.getByRole('dialog').getByRole('link', { name: order.id }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.id)
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

  await visit(page, '/admin/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.locator('input[type=file]').setInputFiles(fakePicture)
  await expect(page.getByText('Pilih file gambar yang valid')).toBeVisible()
  expect(sent.filter((url) => url.includes('/api/admin'))).toEqual([])
})

test("the browser's own hints are in Indonesian", async ({ page }) => {
  await visit(page, '/admin/dashboard')
  const hints = await page.evaluate(() => {
    const form = document.createElement('form')
    form.innerHTML = `<input name="name" required><input name="email" type="email" value="x">
      <input name="code" pattern="[A-Z]+" value="1"><input name="count" type="number" min="1" value="0">`
    document.querySelector('main')?.append(form)
    form.requestSubmit()
    return [...form.elements].map((element) => (element as HTMLInputElement).validationMessage)
  })
  expect(hints).toEqual([
    'Isian ini wajib diisi.',
    'Isi dengan alamat email, misalnya nama@contoh.com.',
    'Isian ini belum sesuai dengan bentuk yang diminta.',
    'Isi paling kecil 1.',
  ])
  // A corrected field is valid again.
  await page.locator('form input[name=name]').fill('Nastar')
  expect(await page.locator('form input[name=name]').evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
    true,
  )
})

test("the seller's phone has the pages at its lower edge, and a link to the shop", { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
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
