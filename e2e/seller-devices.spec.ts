/** Changes by another device are reported. */
import type { Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { edit, listOf, quickEdit } from './product-list.ts'
import { answer, expectToast, listed, visit } from './screen.ts'
import type { Order } from './shop.ts'

const restored = (page: Page) => page.getByText('Isian Anda dipulihkan')

test('a device that ships an order after another one is told how it was shipped', async ({ page, shop }) => {
  const [order, same] = [await shop.paidOrder(), await shop.paidOrder()]
  const ship = async ({ id }: Order, resi: string) => {
    await visit(page, `/admin/manage-orders/order/${id}`)
    await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
    await shop.ship({ id } as Order, { courier: 'JNE', tracking_number: 'CGK123' })
    await page.getByRole('dialog').getByLabel('Kurir', { exact: true }).selectOption('JNE')
    await page.getByRole('dialog').getByLabel('Nomor resi (opsional)').fill(resi)
    await page.getByRole('dialog').getByRole('button', { name: 'Kirim', exact: true }).click()
  }
  await ship(order, 'CGK999')
  await expectToast(page, 'Gagal memperbarui status pesanan: Sudah dikirim lewat JNE CGK123')
  await expect(page.getByText('Pesan telah dikirim')).toBeHidden()
  const shipment = page.getByRole('region', { name: 'Informasi Pengiriman' })
  await expect(shipment).toContainText('CGK123')
  // The typed shipment is offered for a correction.
  await page.getByRole('button', { name: 'Ubah info pengiriman' }).click()
  await expect(restored(page)).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Nomor resi (opsional)')).toHaveValue('CGK999')
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()

  await ship(same, 'CGK123')
  await expectToast(page, 'Pesan telah dikirim')
  await expect(page).toHaveURL('/admin/manage-orders')
})

test('the result names the orders that another device has already shipped', async ({ page, shop }) => {
  const [first, second] = [await shop.paidOrder(), await shop.paidOrder()]
  await visit(page, '/admin/manage-orders')
  for (const { id } of [first, second]) await page.getByRole('checkbox', { name: `Pilih pesanan ${id}` }).click()
  await page.getByRole('link', { name: 'Kirim 2 pesanan' }).click()
  await page.getByRole('button', { name: 'Kirim 2 tanpa resi' }).click()
  await shop.ship(second, { courier: 'JNE', tracking_number: 'CGK123' })
  await answer(page, 'Kirim 2 pesanan?', 'Kirim')
  await expectToast(page, '1 pesanan dikirim')
  await expect(page.getByText(`#${second.id}: Sudah dikirim lewat JNE CGK123`)).toBeVisible()
})

test('a price that another device has changed is shown, with a question', async ({ page, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ price: 45_000 })
  await visit(page, listOf(product))

  await test.step('in the list', async () => {
    const { button, input, alert } = quickEdit(page, 'harga', product)
    await button.click()
    await shop.changeProduct(product, { price: 52_000 })
    await input.fill('47000')
    await input.press('Enter')
    await expect(alert).toHaveText('Harga sudah berubah menjadi Rp 52.000. Periksa sebelum menyimpan lagi.')
    await expect(input).toHaveValue('47.000')
    await expect(input).toBeFocused()
    expect((await shop.product(product.id)).price).toBe(52_000)
    await page.getByRole('button', { name: 'Pakai 52.000' }).click()
    await input.press('Enter')
    await expect(button).toHaveText(/Rp\s52\.000/)
  })

  await test.step('in the form', async () => {
    await edit(page, product)
    const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
    await shop.changeProduct(product, { price: 53_000 })
    await dialog.getByLabel('Harga (Rp)').fill('60000')
    await dialog.getByLabel('Deskripsi').fill('Ditulis sebelum tahu.')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Harga sudah berubah menjadi Rp 53.000. Periksa sebelum menyimpan lagi.',
    )
    await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('60.000')
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Ditulis sebelum tahu.')
    await expect(dialog.getByRole('button', { name: 'Pakai 53.000' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Produk berhasil diperbarui!')
    expect(await shop.product(product.id)).toMatchObject({ price: 60_000, description: 'Ditulis sebelum tahu.' })
    await expect(listed(page, product.name)).toContainText('Rp 60.000')
  })
})

test('the second device that changes a delivery is asked, and its draft is kept', async ({ page, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const order = await shop.paidOrder()
  const open = async () => {
    await page.getByRole('button', { name: 'Ubah pesanan' }).click()
    await page.getByRole('button', { name: /^Ubah data pengiriman/ }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Ubah data pengiriman' })
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await open()
  await dialog.getByLabel('Alamat').fill('Jl. Dahlia 8, pagar hijau')
  const delivery = { recipient: 'Bu Rini', phone: '081911112222', address: 'Jl. Mawar 2', city: 'Bogor' }
  await shop.asSeller('PUT', `orders/${order.id}/delivery`, delivery)
  await page.reload()
  await expect(page.getByText('Jl. Mawar 2')).toBeVisible()
  await open()
  await expect(restored(page)).toBeVisible()
  await expect(dialog.getByLabel('Alamat')).toHaveValue('Jl. Dahlia 8, pagar hijau')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Pesanan ini baru saja diubah dari tempat lain/)
  await expect(dialog.getByText(/Simpan lagi untuk memakai isian Anda/)).toHaveText(/^Sekarang “Jl. Mawar 2”/)
  await expect(dialog.getByLabel('Nama penerima')).toHaveValue('Bu Rini')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Data pengiriman diubah, pembeli diberi tahu')
  await expect(page.getByText('Jl. Dahlia 8, pagar hijau')).toBeVisible()
})
