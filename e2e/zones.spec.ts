/// <reference lib="dom" />
/** Delivery to places beside the five cities. */
import { expect, test } from './fixtures.ts'
import { sendOrder } from './order-form.ts'
import { ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { phone } from './sizes.ts'

useOwnShop(firstPort + 120, ownerSettings)

const jne = { name: 'Reguler JNE', first_kg: 12_000, further_kg: 10_000, rounding_grams: 300, days_min: 2, days_max: 3 }

test('a buyer in Bandung finds the kota by its keys, and orders by JNE or pays the courier; elsewhere WhatsApp is asked', async ({
  openBrowser,
  shop,
  faults,
}) => {
  await shop.changeSettings({ whatsapp: '081234567890' })
  await shop.changeZones([
    { name: 'Bandung', places: ['32.73'], services: [jne, { name: 'Paxel', first_kg: 20_000 }] },
    { name: 'Sekitar dapur', places: ['32.73.01'], services: [{ name: 'Kurir instan', to_courier: true }] },
  ])
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct({ price: 50_000 })
  await shop.addToCart(buyer, product, 2)
  const page = await openBrowser(buyer)
  await page.setViewportSize(phone.viewport)

  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Setiabudi 1')
  const place = page.getByRole('combobox', { name: 'Kota atau Kabupaten' })
  faults.allow(/409/)
  await place.fill('denpasar')
  await place.press('Enter')
  await expect(page.getByRole('option')).not.toHaveCount(0)
  // Nothing was sent: the list was not there yet.
  await expect(place).toHaveAccessibleDescription('Ketik namanya, lalu pilih dari daftar.')
  await place.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await place.press('ArrowDown')
  await page.getByRole('option', { name: /^Kota Denpasar/ }).click()
  await expect(page.getByText('Kami sedang tidak mengirim ke Kota Denpasar. Pilih kota lain.')).toBeVisible()
  const whatsapp = page.getByRole('link', { name: 'Tanya lewat WhatsApp' })
  const text = `Halo, saya mau memesan 2 ${product.name} ke Kota Denpasar. Berapa ongkos kirimnya?`
  await expect(whatsapp).toHaveAttribute('href', `https://wa.me/6281234567890?text=${encodeURIComponent(text)}`)
  await expect(page.getByRole('button', { name: 'Buat Pesanan' })).toBeDisabled()

  await place.fill('bandung')
  await expect(page.getByRole('option').first()).toHaveText(/Kota Bandung/)
  await place.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Kota Bandung/)
  await place.press('Enter')
  await expect(place).toHaveValue('Kota Bandung')
  await page.getByLabel('Kecamatan', { exact: true }).selectOption('Sukasari')
  await page.getByLabel('Kurir instan').check()
  await expect(page.getByText('Ongkos kirim dibayar ke kurir saat pesanan tiba, di luar total ini.')).toBeVisible()
  await page.getByLabel('Reguler JNE').check()
  await page.getByLabel('Kode Pos').fill('40154')
  await expect(page.getByText('Ongkos kirim Rp 12.000, tiba 2-3 hari setelah dikirim.')).toBeVisible()
  await sendOrder(page)
  await expect.poll(async () => (await shop.orders(buyer)).length).toBe(1)
  const [order] = await shop.orders(buyer)
  expect(order).toMatchObject({
    address: 'Jl. Setiabudi 1\nKode pos 40154',
    city: 'Sukasari, Kota Bandung',
    delivery: { service: 'Reguler JNE', zone: 'Bandung', fee: 12_000 },
    total_price: 114_000,
  })
  await visit(page, `/my-order/order/${order?.id}`)
  await expect(page.getByRole('region', { name: 'Informasi Penerima' })).toContainText('Reguler JNE')
})

test('a running discount is shown in the cart and in the order form, by each service and for pickup, and the order keeps it', async ({
  openBrowser,
  shop,
}) => {
  await shop.changeSettings({ pickup: true })
  const paxel = { name: 'Paxel', first_kg: 20_000 }
  await shop.changeZones([{ name: 'Bandung', places: ['32.73'], services: [jne, paxel] }])
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct({ price: 50_000 })
  await shop.addDiscount({ name: 'Akhir tahun', kind: 'percent', amount: 10, product_ids: [product.id] })
  await shop.addToCart(buyer, product, 2)
  const page = await openBrowser(buyer)
  await visit(page, '/cart')
  await expect(page.getByRole('main')).toContainText('Diskon: Akhir tahun-Rp 10.000')

  await visit(page, '/order')
  const costs = page.getByRole('region', { name: 'Ringkasan Biaya' })
  await page.getByLabel('Alamat Lengkap').fill('Jl. Setiabudi 1')
  const place = page.getByRole('combobox', { name: 'Kota atau Kabupaten' })
  await place.fill('bandung')
  await expect(page.getByRole('option').first()).toHaveText(/Kota Bandung/)
  await place.press('Enter')
  await page.getByLabel('Paxel').check()
  await expect(costs).toContainText('Total PembayaranRp 112.000')
  // The service of an earlier place is not sent to the next.
  await place.fill('depok')
  await expect(page.getByRole('option').first()).toHaveText(/Kota Depok/)
  await place.press('Enter')
  await expect(costs).toContainText('Diskon: Akhir tahun-Rp 10.000')
  const pickup = page.getByRole('checkbox', { name: 'Ambil sendiri, tanpa ongkos kirim' })
  await pickup.check()
  await expect(costs).toContainText('Total PembayaranRp 92.000')
  await pickup.uncheck()
  await expect(costs).toContainText('Total PembayaranRp 96.000')
  await sendOrder(page)
  await expect.poll(async () => (await shop.orders(buyer)).length).toBe(1)
  expect(await shop.orders(buyer)).toMatchObject([{ city: 'Kota Depok', total_price: 96_000 }])
})

test('the seller adds a zone, mends it, pastes a table and enters a cancelled order anew @thorough', async ({
  openBrowser,
  shop,
  faults,
}) => {
  await shop.changeZones([])
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/settings/zones')
  await page.getByRole('button', { name: 'Tambah zona' }).click()
  await page.getByLabel('Nama zona').fill('Depok lagi')
  const places = page.getByRole('combobox', { name: 'Daerah' })
  await places.fill('depok')
  await page.getByRole('option', { name: /^Kota Depok/ }).click()
  await page.getByLabel('Nama layanan').fill('Reguler')
  await page.getByLabel('Kilogram pertama').fill('9rb')
  faults.allow(/400/)
  await page.getByRole('button', { name: 'Simpan zona' }).click()
  await expect(page.getByText('Layanan Reguler untuk Kota Depok sudah ada di zona Depok.')).toBeVisible()
  // What is typed stays when the page is left.
  await page.reload()
  await expect(page.getByLabel('Nama zona')).toHaveValue('Depok lagi')
  await page.getByLabel('Nama layanan').fill('Reguler JNE')
  await page.getByText('Ongkos terkecil dan toleransi berat').click()
  await expect(page.getByLabel('Toleransi berat')).toHaveValue('300')
  await page.getByRole('button', { name: 'Simpan zona' }).click()
  const zones = page.getByRole('region', { name: 'Zona Anda (1)' })
  await expect(zones).toContainText('Reguler JNE: Rp 9.000')

  await page.getByLabel('Tempel dari spreadsheet').fill('Daerah\tLayanan\tKg Pertama\nBali\tJNE\t30.000\nDepok\tJNE\t1')
  await page.getByRole('button', { name: 'Periksa tabel' }).click()
  await expect(page.getByText('Baris 3, kolom Daerah: “Depok” tidak dikenal. Maksud Anda Kota Depok?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pakai tabel ini' })).toBeDisabled()
  await page.getByLabel('Tempel dari spreadsheet').fill('Daerah\tLayanan\tKg Pertama\nBali\tJNE\t30.000')
  await page.getByRole('button', { name: 'Periksa tabel' }).click()
  await page.getByRole('button', { name: 'Pakai tabel ini' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ganti' }).click()
  await expect(page.getByRole('region', { name: 'Zona Anda (1)' })).toContainText('JNE: Rp 30.000')

  const product = await shop.makeProduct({ price: 50_000 })
  const { order_id } = await shop.enterOrder([product])
  await visit(page, `/admin/manage-orders/order/${order_id}`)
  await page.getByRole('button', { name: 'Akhiri pesanan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, akhiri' }).click()
  await expectToast(page, 'Pesanan telah diakhiri')
  await page.getByRole('link', { name: 'Catat ulang sebagai pesanan baru' }).click()
  await page.getByLabel('Kota', { exact: true }).selectOption('Kota lain')
  await page.getByLabel('Nama kota').fill('denpasar')
  await page.getByRole('option', { name: /^Kota Denpasar/ }).click()
  await expect(page.getByLabel('Layanan', { exact: true })).toContainText('JNE (Rp 30.000)')
  await page.getByLabel('Layanan', { exact: true }).selectOption('Ongkos lain')
  await page.getByLabel('Ongkos kirim (Rp)').fill('25.000')
  await page.getByRole('button', { name: 'Simpan pesanan' }).click()
  await page.getByRole('link', { name: 'Lihat Pesanan' }).click()
  await expect(page.getByRole('region', { name: 'Informasi Penerima' })).toContainText('Kota Denpasar')
  await expect(page.getByText('Rp 25.000').first()).toBeVisible()
})
