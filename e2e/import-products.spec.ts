import { expect, sellerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'

test('a seller moves in with a table from elsewhere: columns, new words, wrong lines, and back', async ({ page }) => {
  await visit(page, '/admin/manage-products')
  await page.getByRole('link', { name: 'Pindahkan dari file' }).click()
  const sambal = `Sambal ${crypto.randomUUID().slice(0, 8)}`
  const cells = [
    ['Nama Produk', 'Harga Jual', 'Stok', 'Etalase', 'Berat', 'Catatan'],
    [sambal, 'Rp 35.000', '12', 'Sambal & Lauk', '150 gr', 'Pedas sekali.'],
    [`${sambal} Ijo`, '37.500,00', '8', 'Sambal & Lauk', '150 gram', 'Pedas sedang.'],
    [`${sambal} Gratis`, 'gratis', '1', 'Sambal & Lauk', '150 gr', 'Tidak dijual.'],
  ]
  await page.getByLabel('Tempel isi tabel').fill(cells.map((row) => row.join('\t')).join('\n'))
  await page.getByRole('button', { name: 'Baca tabel' }).click()
  await page.getByRole('button', { name: 'Ubah tabel yang ditempel' }).click()
  await page.getByRole('button', { name: 'Baca tabel' }).click()
  await expect(page.getByLabel('Nama produk')).toHaveValue('0')
  await page.getByLabel('Deskripsi', { exact: true }).selectOption('Catatan')
  await page.getByLabel('Kemasan bawaan').selectOption('Toples')
  await page.getByRole('button', { name: 'Periksa' }).click()

  await expect(page.getByLabel('Berat “150 gr”')).toHaveValue('baru')
  await page.getByLabel('Kategori “Sambal & Lauk”').selectOption('Makanan Ringan')
  await expect(page.getByLabel('Berat “150 gram”')).toHaveValue('baru')
  await page.getByRole('button', { name: 'Lanjutkan' }).click()
  await expect(page.getByText('Baris 4, kolom Harga Jual: Harga harus berupa angka bulat.')).toBeVisible()
  await page.getByRole('button', { name: 'Lewati 1 baris itu' }).click()
  await expect(page.getByText('2 produk baru.')).toBeVisible()
  await page.getByRole('button', { name: 'Simpan 2 produk' }).click()

  const imported = page.getByRole('listitem').filter({ hasText: '2 produk baru' }).first()
  await imported.getByRole('button', { name: 'Tampilkan 2 produk' }).click()
  await expect(page.getByText('2 produk tampil di toko')).toBeVisible()
  await visit(page, `/admin/manage-products?query=${encodeURIComponent(sambal)}`)
  await expect(page.getByText(`${sambal} Ijo`).first()).toBeVisible()
})
