/// <reference lib="dom" />
/** Automatic discounts and vouchers, from the seller's page to a buyer's order. */
import { expect, test } from './fixtures.ts'
import { ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { phone } from './sizes.ts'

useOwnShop(firstPort + 140, ownerSettings)

test('the seller gives a category a discount, makes ten codes for neighbours and ends the discount', async ({
  openBrowser,
  shop,
  faults,
}) => {
  const page = await openBrowser(await shop.seller())
  await page.setViewportSize(phone.viewport)
  await visit(page, '/admin/discounts')
  const discounts = page.getByRole('region', { name: 'Diskon otomatis' })
  await discounts.getByRole('button', { name: 'Tambah diskon' }).click()
  await page.getByLabel('Nama diskon').fill("Promo Jum'at")
  await page.getByLabel('Potongan (%)').fill('120')
  await page.getByLabel('Kategori').selectOption('Kue Kering')
  faults.allow(/400/)
  await page.getByRole('button', { name: 'Simpan diskon' }).click()
  await expect(page.getByLabel('Potongan (%)')).toHaveAccessibleDescription(/paling banyak 100 persen/)
  await expect(page.getByLabel('Potongan (%)')).toBeFocused()
  // What is typed stays when the page is left.
  await page.reload()
  await expect(page.getByLabel('Nama diskon')).toHaveValue("Promo Jum'at")
  await page.getByLabel('Potongan (%)').fill('10')
  await page.getByRole('button', { name: 'Simpan diskon' }).click()
  await expect(discounts.getByRole('listitem')).toContainText(
    /Promo Jum'at.*Berjalan.*Potongan 10% · untuk Kue Kering.*Belum dipakai/,
  )

  const vouchers = page.getByRole('region', { name: 'Voucher' })
  await vouchers.getByRole('button', { name: 'Tambah voucher' }).click()
  await page.getByLabel('Beberapa kode acak').check()
  await page.getByLabel('Banyak kode').fill('10')
  await page.getByLabel('Potongan dari').selectOption('Rupiah dari harga produk')
  await page.getByLabel('Potongan (Rp)').fill('5rb')
  await page.getByRole('button', { name: 'Simpan voucher' }).click()
  await expect(vouchers.getByRole('listitem')).toContainText(
    /10 kode acak.*Rp\s5\.000 · paling banyak 1 kali tiap kode/,
  )
  await vouchers.getByRole('button', { name: 'Bagikan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bagikan kode' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expect(dialog.getByRole('link', { name: /lewat WhatsApp/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=Potongan\+Rp%C2%A05\.000/,
  )
  await dialog.getByRole('button', { name: 'Salin 10 kode' }).click()
  await expectToast(page, 'Berhasil menyalin semua kode')
  await dialog.getByRole('button', { name: 'Tutup' }).click()

  await discounts.getByRole('button', { name: 'Akhiri' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, akhiri' }).click()
  await expect(discounts.getByRole('listitem')).toContainText('Berakhir')
  await expect(discounts.getByRole('button', { name: /^Ubah/ })).toHaveCount(0)
})
