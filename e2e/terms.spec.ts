/** The seller's lists of categories, packagings and weights, in a shop of their own, because every page shows them. */
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { useOwnShop } from './own-shop.ts'
import { drawing } from './pictures.ts'
import { listOf } from './product-list.ts'
import { answer, expectToast, listed, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { phone } from './sizes.ts'

useOwnShop(firstPort + 100)

test.use(phone)

test('a shop for sambal gets its own words, and sells with them @thorough', async ({
  openBrowser,
  shop,
  page,
  faults,
}) => {
  faults.allow(/status of 40[09]/, /ApiError/)
  const seller = await openBrowser(await shop.seller())
  const section = seller.locator('#categories')
  const rows = section.locator('ol > li')
  const add = async (noun: string) => {
    await seller.getByRole('button', { name: `Tambah ${noun}` }).click()
    return seller.getByRole('dialog', { name: `Tambah ${noun}` })
  }

  await test.step('a category with a picture, second in the list', async () => {
    await visit(seller, '/admin/settings#categories')
    const dialog = await add('kategori')
    await dialog.getByLabel('Nama').fill('kue kering')
    await dialog.getByRole('button', { name: 'Tambahkan' }).click()
    await expect(dialog.getByText('Sudah ada di daftar.')).toBeVisible()
    await dialog.getByLabel('Nama').fill('Sambal')
    await dialog.getByRole('button', { name: 'Tambahkan' }).click()
    await expectToast(seller, 'Sambal ditambahkan')
    await seller.getByRole('button', { name: 'Lainnya untuk Sambal' }).click()
    await seller.getByRole('button', { name: /^Ubah nama atau gambar/ }).click()
    const form = seller.getByRole('dialog', { name: 'Ubah Kategori' })
    await form.getByLabel('Nama').fill('Sambal & Lauk')
    await form.getByLabel('Unggah gambar').setInputFiles(await drawing('kastengel'))
    await expectAccessible(seller, 'the form of a category')
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form).toBeHidden()
    await seller.getByRole('button', { name: 'Naikkan Sambal & Lauk' }).click()
    await expect(rows.nth(1)).toContainText('Sambal & Lauk')
    const second = async () => (await (await page.request.get('/api/shop')).json()).data.categories[1]
    await expect.poll(second).toMatchObject({ code: 'SAMBAL', label: 'Sambal & Lauk', image: expect.any(String) })
    await expectAccessible(seller, 'a list of the seller')
  })

  await test.step('two products, with a packaging and a weight that the form adds', async () => {
    await visit(seller, '/admin/manage-products#tambah')
    const form = seller.getByRole('dialog', { name: 'Tambah Produk' })
    await (await add('kemasan')).getByLabel('Nama').fill('Botol')
    await seller.getByRole('button', { name: 'Tambahkan' }).click()
    await expect(form.getByLabel('Kemasan', { exact: true })).toHaveValue('BOTOL')
    await (await add('berat')).getByLabel('Jumlah').fill('150')
    await seller.getByRole('button', { name: 'Tambahkan' }).click()
    await expect(form.getByLabel('Berat', { exact: true })).toHaveValue('GRAM_150')
    await form.getByLabel('Kategori', { exact: true }).selectOption('Sambal & Lauk')
    for (const name of ['Sambal Bawang', 'Sambal Matah']) {
      await expect(form.getByLabel('Nama Produk')).toHaveValue('')
      await form.getByLabel('Nama Produk').fill(name)
      await form.getByLabel('Harga (Rp)').fill('25000')
      await form.getByLabel('Stok', { exact: true }).fill('9')
      await form.getByLabel('Deskripsi').fill('Pedas.')
      await form.getByRole('button', { name: 'Simpan dan tambah lagi' }).click()
      await expect(form.getByLabel('Nama Produk')).toBeFocused()
    }
    await form.getByRole('button', { name: 'Batal' }).click()
    await visit(seller, listOf({ name: 'Sambal Matah' }))
    await expect(listed(seller, 'Sambal Matah')).toContainText('Sambal & Lauk · Botol 150gram')
  })

  await test.step('buyers find them by category and by word', async () => {
    await visit(page, '/')
    await page.getByRole('main').getByRole('link', { name: 'Sambal & Lauk' }).click()
    await expect(page).toHaveURL('/products?category=SAMBAL')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sambal & Lauk')
    await visit(page, '/products?query=botol')
    await expect(page.getByRole('heading', { name: 'Sambal Matah' })).toBeVisible()
  })

  await test.step('what is used is hidden, not removed', async () => {
    await visit(seller, '/admin/settings#categories')
    const choose = async (entry: RegExp) => {
      await seller.getByRole('button', { name: 'Lainnya untuk Sambal & Lauk' }).click()
      await seller.getByRole('button', { name: entry }).click()
    }
    await choose(/^Hapus/)
    await answer(seller, 'Hapus “Sambal & Lauk”?', 'Hapus')
    await expectToast(
      seller,
      'Masih dipakai produk, pesanan, diskon, atau musim, jadi tidak bisa dihapus. Sembunyikan saja.',
    )
    await choose(/^Sembunyikan/)
    await expectToast(seller, 'Sambal & Lauk disembunyikan')
    await visit(page, '/products?category=SAMBAL')
    await expect(page.getByRole('heading', { name: 'Sambal Matah' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Kategori' })).not.toContainText('Sambal')
  })
})
