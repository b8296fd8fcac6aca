/** The seller changes a paid order, and its buyer sees it. */
import { expect, sellerTest as test } from './fixtures.ts'
import { expectToast, visit } from './screen.ts'

test('a paid order is lowered, goes elsewhere, and gets a note', async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/400/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct({ price: 40_000 }), 3)
  await shop.pay(buyer, order)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  const dialog = page.getByRole('dialog')
  const change = async (what: string) => {
    await page.getByRole('button', { name: 'Ubah pesanan' }).click()
    await dialog.getByRole('button', { name: what }).click()
  }

  await change('Kurangi isi pesanan')
  const fewer = dialog.getByRole('button', { name: 'Kurangi jumlah' })
  for (let times = 0; times < 3; times += 1) await fewer.click()
  await expect(dialog).toContainText('Untuk mengeluarkan semuanya, batalkan pesanan ini.')
  for (let times = 0; times < 2; times += 1) await dialog.getByRole('button', { name: 'Tambah jumlah' }).click()
  await expect(dialog).toContainText(/Rp\s40\.000 dikembalikan ke pembeli/)
  await dialog.getByLabel('Alasan').fill('Stok habis')
  const refused = {
    errors: 'Isinya berubah.',
    message: 'Isinya berubah.',
    code: 'VALIDATION',
    fields: { items: 'Isinya berubah.' },
  }
  await page.route('**/lower', (route) => route.fulfill({ status: 400, json: refused }), { times: 1 })
  await dialog.getByRole('button', { name: 'Ya, kurangi' }).click()
  // About what is no field of the form.
  await expect(dialog.getByRole('alert').filter({ hasText: 'Isinya berubah.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Ya, kurangi' }).click()
  await expectToast(page, 'Pesanan diubah, Rp\u00a040.000 perlu dikembalikan', 'Lihat pengembalian dana')
  await expect(page.getByText(/1 dari 3 tidak dikirim/).first()).toBeVisible()

  await change('Ubah data pengiriman')
  await dialog.getByLabel('No Telepon').fill('12')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog).toContainText('Nomor telepon harus 8 sampai 15 angka.')
  await dialog.getByLabel('No Telepon').fill('0819 1111 2222')
  await dialog.getByLabel('Alamat').fill('Jl. Mawar 2')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Data pengiriman diubah, pembeli diberi tahu')
  await expect(page.getByText('Diubah dari')).toBeVisible()

  await change('Catatan Anda')
  await dialog.getByLabel('Catatan').fill('Titip tetangga')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Catatan tersimpan')
  await expect(page.getByText('Titip tetangga').first()).toBeVisible()

  const buyers = await openBrowser(buyer)
  await visit(buyers, `/my-order/order/${order.id}`)
  await expect(buyers.getByText(/1 dari 3 tidak dikirim, Rp\s40\.000 dikembalikan/)).toBeVisible()
  await expect(buyers.getByRole('region', { name: 'Pengembalian Dana' })).toContainText('Stok habis')
  await expect(buyers.getByText('Diubah penjual, semula')).toBeVisible()
  await expect(buyers.getByText('Titip tetangga')).toHaveCount(0)
})
