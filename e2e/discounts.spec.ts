/// <reference lib="dom" />
/** Automatic discounts and vouchers, from the seller's page to a buyer's order. */
import { expect, test } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
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
  await expectToast(page, 'Berhasil menyalin 10 kode')
  await dialog.getByRole('button', { name: 'Tutup' }).click()

  await discounts.getByRole('button', { name: 'Akhiri' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, akhiri' }).click()
  await expect(discounts.getByRole('listitem')).toContainText('Berakhir')
  await expect(discounts.getByRole('button', { name: /^Ubah/ })).toHaveCount(0)
})

test('a buyer asks once for each press, takes a voucher back, and chooses to go on without one that ended before the order', async ({
  openBrowser,
  shop,
  faults,
}) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct({ price: 50_000 })
  await shop.addDiscount({ name: 'Gratis ongkos kirim', kind: 'delivery', amount: 50_000, least_sum: 110_000 })
  await shop.addToCart(buyer, product, 2)
  const page = await openBrowser(buyer)
  await page.setViewportSize(phone.viewport)
  await visit(page, '/order')
  await fillAddress(page)
  const costs = page.getByRole('region', { name: 'Ringkasan Biaya' })
  await expect(costs).toContainText('Kurang Rp 10.000 lagi, gratis ongkos kirim.')
  // The codes of the test before are all ended.
  for (const { id } of await shop.asSeller<{ id: string }[]>('GET', 'vouchers')) {
    await shop.asSeller('DELETE', `vouchers/${id}`)
  }
  await page.reload()
  await expect(costs).toContainText('Kurang')
  await expect(costs.getByText('Punya kode voucher?')).toHaveCount(0)
  const { id } = await shop.asSeller<{ id: string }>('POST', 'vouchers', {
    code: 'HEMAT10',
    kind: 'percent',
    amount: 10,
  })
  await page.reload()

  await costs.getByText('Punya kode voucher?').click()
  const field = costs.getByRole('textbox', { name: 'Kode voucher' })
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('voucher_code=') && asked.push(request.url())))
  await field.pressSequentially('TIDAKADA')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Kode voucher ini tidak bisa dipakai untuk pesanan ini.')
  await expect(costs).toContainText('Total PembayaranRp 106.000')
  await field.fill('hemat 10')
  await costs.getByRole('button', { name: 'Pakai voucher' }).click()
  await expect(costs).toContainText('Diskon: HEMAT10-Rp 10.000')
  await expect(costs).toContainText('Total PembayaranRp 96.000')
  expect(asked).toHaveLength(2)
  // The back button brings the code back.
  await visit(page, '/cart')
  await page.goBack()
  await expect(costs).toContainText('Diskon: HEMAT10-Rp 10.000')
  await costs.getByRole('button', { name: 'Hapus voucher' }).click()
  await expect(costs).toContainText('Total PembayaranRp 106.000')
  await field.fill('HEMAT10')
  await field.press('Enter')
  await expect(costs).toContainText('Total PembayaranRp 96.000')

  await shop.asSeller('DELETE', `vouchers/${id}`)
  faults.allow(/409/)
  await sendOrder(page, 2)
  await expect(page.getByRole('alert')).toContainText(
    'Tanpa voucher totalnya Rp 106.000. Tekan Buat Pesanan lagi kalau mau memesan tanpa voucher.',
  )
  await expect(costs).toContainText('Total PembayaranRp 106.000')
  expect(await shop.orders(buyer)).toEqual([])
  await sendOrder(page, 2)
  await expect.poll(async () => (await shop.orders(buyer)).map(({ total_price }) => total_price)).toEqual([106_000])
})

test('a discounted order waits for its total, and a code can be taken back whatever becomes of it', async ({
  openBrowser,
  shop,
  faults,
}) => {
  const buyer = await shop.makeBuyer()
  await shop.addDiscount({ name: 'Sepuluh persen', kind: 'percent', amount: 10 })
  await shop.asSeller('POST', 'vouchers', { code: 'LAGI5', kind: 'amount', amount: 5_000 })
  await shop.addToCart(buyer, await shop.makeProduct({ price: 50_000 }), 2)
  const page = await openBrowser(buyer)
  await page.setViewportSize(phone.viewport)
  faults.allow(/ERR_FAILED/)
  let fails = true
  await page.route('**/api/carts/costs*', (route) => (fails ? route.abort() : route.fallback()))
  await visit(page, '/order')
  await fillAddress(page)
  const costs = page.getByRole('region', { name: 'Ringkasan Biaya' })
  const send = page.getByRole('button', { name: 'Buat Pesanan' })
  await expect(costs).toContainText('Total PembayaranBelum diketahui')
  await expect(send).toBeDisabled()
  fails = false
  await costs.getByRole('button', { name: 'Coba lagi' }).click()
  await expect(costs).toContainText('Total PembayaranRp 96.000')
  await expect(send).toBeEnabled()

  await costs.getByText('Punya kode voucher?').click()
  const field = costs.getByRole('textbox', { name: 'Kode voucher' })
  fails = true
  await field.fill('LAGI5')
  await costs.getByRole('button', { name: 'Pakai voucher' }).click()
  await field.fill('')
  fails = false
  await costs.getByRole('button', { name: 'Hapus voucher' }).click()
  await expect(costs).toContainText('Total PembayaranRp 96.000')
  await page.getByLabel('Kota Pengiriman').selectOption('')
  await field.fill('LAGI5')
  await field.press('Enter')
  await expect(costs.getByRole('status')).toContainText('Pilih tujuan dulu.')
  await page.getByLabel('Kota Pengiriman').selectOption('Depok')
  await expect(costs.getByRole('status')).toContainText('Voucher dipakai.')
  await expect(costs).toContainText('Total PembayaranRp 91.000')

  // While the cart is asked about again, the last discount stays.
  await visit(page, '/cart')
  const main = page.getByRole('main')
  await expect(main).toContainText('Diskon: Sepuluh persen-Rp 10.000')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/carts/costs*', async (route) => {
    await answer.promise
    await route.fallback()
  })
  await main
    .getByRole('button', { name: /^Tambah jumlah/ })
    .first()
    .click()
  await expect(main).toContainText('Menghitung...')
  await expect(main).toContainText('Diskon: Sepuluh persen-Rp 10.000')
  answer.resolve()
  await expect(main).toContainText('Diskon: Sepuluh persen-Rp 15.000')
  const discounts = await shop.asSeller<{ id: string; name: string }[]>('GET', 'discounts')
  await shop.asSeller('DELETE', `discounts/${discounts.find(({ name }) => name === 'Sepuluh persen')?.id}`)
})

test('a reseller reads her own price in cart and form, in one tab, and another buyer beside her reads that of everybody', async ({
  openBrowser,
  shop,
}) => {
  const [rina, ani] = [await shop.makeBuyer(), await shop.makeBuyer()]
  const product = await shop.makeProduct({ price: 50_000 })
  const page = await openBrowser(await shop.seller())
  await page.setViewportSize(phone.viewport)
  await visit(page, '/admin/discounts')
  const lists = page.getByRole('region', { name: 'Harga khusus' })
  await lists.getByRole('button', { name: 'Tambah daftar harga' }).click()
  await page.getByLabel('Nama daftar harga').fill('Reseller Depok')
  await page.getByLabel('Label pembeli').fill('Reseller')
  await page.getByLabel('Jumlah minimal per produk').fill('2')
  await page.getByText('Harga sendiri untuk produk tertentu').click()
  await page.getByRole('searchbox', { name: 'Cari produk' }).fill(product.name)
  await page.getByRole('checkbox', { name: product.name }).check()
  const own = page.getByRole('textbox', { name: `${product.name} (Rp)` })
  await page.getByRole('button', { name: 'Simpan daftar harga' }).click()
  await expect(own).toHaveAccessibleDescription(/Isi harganya/)
  await own.fill('42rb')
  await page.getByRole('button', { name: 'Simpan daftar harga' }).click()
  await expect(lists.getByRole('listitem').first()).toContainText('mulai 2 buah per produk')
  // The seller's own form computes the price of everybody.
  await visit(page, '/admin/manage-orders/baru')
  await expect(page.getByText('Total sebelum potongan otomatis')).toBeVisible()
  await shop.asSeller('PUT', `customers/${rina.id}/note`, { note: '', tags: ['reseller'] })

  for (const buyer of [rina, ani]) await shop.addToCart(buyer, product, 2)
  const [hers, anis] = [await openBrowser(rina), await openBrowser(ani)]
  for (const path of ['/cart', '/order']) {
    await visit(hers, path)
    await visit(anis, path)
    await expect(hers.getByText('Harga khusus Anda')).toBeVisible()
    await expect(hers.getByRole('main')).toContainText('Rp 84.000')
    await expect(anis.getByRole('main')).toContainText('Rp 100.000')
    await expect(anis.getByText('Harga khusus Anda')).toHaveCount(0)
  }
})
