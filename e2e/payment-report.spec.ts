import { formatRupiah } from '@camilan/contract/formats'
import { expect, sellerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'

test('a report of Midtrans is assigned once, compared, and unclear cells are named', async ({ page, shop, faults }) => {
  faults.allow(/status of 400/)
  const order = await shop.paidOrder()
  await visit(page, '/admin/dashboard')
  const menu = page.getByRole('button', { name: 'Buka menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Cocok Midtrans' }).first().click()

  const choose = (name: string, text: string) =>
    page.getByLabel(/^Pilih file/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('kosong.csv', 'halo')
  await expect(page.getByRole('alert')).toContainText('tidak berisi tabel')

  const lines = [
    `Kode ${order.id};Uang;Order status`,
    `${order.id};Rp ${order.total_price};settlement`,
    'LAIN-1;9.000;settlement',
    'LAIN-2;gratis;settlement',
  ]
  await choose('transaksi.csv', lines.join('\r\n'))
  await expect(page.getByRole('cell', { name: order.id })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('2')
  await page.getByLabel('ID pesanan').selectOption(`Kode ${order.id}`)
  await page.getByLabel('Jumlah uang').selectOption('Uang')
  await page.getByRole('button', { name: 'Cocokkan' }).click()
  await expect(page.getByRole('heading', { name: 'Hasil' })).toBeVisible()
  await expect(page.getByText(formatRupiah(order.total_price)).first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'LAIN-1' })).toContainText('Midtrans tidak mengenal ID ini')
  await expect(page.getByText('Baris 4, kolom “Uang”: bukan jumlah uang')).toBeVisible()

  // The next report with these headers needs no assignment.
  await choose('berikutnya.csv', lines.slice(0, 2).join('\r\n'))
  await expect(page.getByText('Semua cocok.')).toBeVisible()
})
