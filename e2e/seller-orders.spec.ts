/** The seller enters an order from a chat; its buyer pays by the link, without an account. */
import { expect, sellerTest as test } from './fixtures.ts'
import { answer, expectToast, statusBadge, stepper, visit } from './screen.ts'
import { phone } from './sizes.ts'
import { snapPopup } from './snap-popup.ts'

test.use(phone)

test('an order from a chat is entered, sent as a link and paid there', async ({ page, openBrowser, shop, faults }) => {
  faults.allow(/status of 409/)
  const nastar = await shop.makeProduct()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/admin/manage-orders')
  await page.getByRole('link', { name: 'Pesanan baru' }).click()
  await page.getByLabel('Nomor WhatsApp').fill('0812 7777 5678')
  await page.getByLabel('Nama').fill('Bu Rina')
  await page.getByLabel('Alamat').fill('Jl. Rahasia 9')
  await page.getByRole('button', { name: 'Simpan pesanan' }).click()
  await expect(page.getByText('Pilih kotanya, atau Kota lain.')).toBeVisible()
  await expect(page.getByText('Pilih produk yang dipesan.')).toBeVisible()
  await page.getByLabel('Kota').selectOption('Depok')
  await page.getByPlaceholder('Cari produk').fill(nastar.name)
  const { more } = stepper(page, nastar)
  await more.click()
  await more.click()
  await page.reload() // as after a while in WhatsApp
  const restored = page.getByText('Isian Anda dipulihkan')
  await expect(restored).toBeVisible()
  await expect(page.getByLabel('Alamat')).toHaveValue('Jl. Rahasia 9')
  await page.getByRole('button', { name: 'Simpan pesanan' }).click()
  const copyMessage = async () => {
    await page.getByRole('button', { name: 'Salin pesan WhatsApp' }).click()
    await expectToast(page, 'Pesan disalin. Tempel di WhatsApp.')
    const message = await page.evaluate(() => navigator.clipboard.readText())
    return { message, link: /http\S+$/.exec(message)?.[0] ?? '' }
  }
  const { message, link } = await copyMessage()
  expect(message).toContain(`• 2 × ${nastar.name}`)
  const orderId = /#([\w-]+)\)/.exec(message)?.[1] ?? ''

  const { headers } = await fetch(link)
  expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))).toEqual([
    ...['no-store', 'no-referrer', 'noindex'],
  ])
  const buyer = await openBrowser()
  await visit(buyer, link)
  await expect(buyer.getByRole('heading', { name: /^Pesanan #/ })).toBeVisible()
  await expect(buyer.getByText('Rahasia')).toHaveCount(0)
  expect(new URL(buyer.url()).hash).toBe('')
  await buyer.setViewportSize({ width: 360, height: 740 })
  await expect(buyer.getByRole('button', { name: 'Bayar Sekarang' })).toBeInViewport()
  await buyer.getByRole('button', { name: 'Bayar Sekarang' }).click()
  const popup = snapPopup(buyer)
  await popup.pay()
  await expect(statusBadge(buyer, 'DIBAYAR')).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByText('sedang disiapkan')).toBeVisible()
  await buyer.getByRole('link', { name: 'Simpan struk' }).click()
  await expect(buyer.getByRole('heading', { name: 'Struk', exact: true })).toBeFocused()
  await expect(buyer.getByRole('article', { name: `Struk ${orderId}` })).toContainText(/Lunas \d\d-\d\d-\d{4}/)
  await buyer.reload()
  await expect(buyer.getByRole('article')).toContainText(nastar.name)
  await expect(buyer.getByRole('main')).not.toContainText(/Rina|Depok/)
  await shop.ship({ id: orderId }, { courier: 'JNE', tracking_number: 'JNE0123456789012' })
  await buyer.getByRole('link', { name: 'Kembali' }).click()
  await buyer.reload()
  await expect(buyer.getByText(/^Tiba [A-Z][a-z]{2}-[A-Z][a-z]{2}$/)).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'Lacak di JNE' })).toBeVisible()
  await buyer.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
  await answer(buyer, 'Konfirmasi pesanan sekarang?', 'Ya, konfirmasi')
  await expect(statusBadge(buyer, 'SELESAI')).toBeVisible()

  await page.getByRole('button', { name: 'Pesanan baru lagi' }).click()
  await expect(page.getByLabel('Nama')).toHaveValue('')
  await expect(restored).toBeHidden()
  await page.getByLabel('Nomor WhatsApp').fill('+62 812-7777-5678')
  await expect(page.getByLabel('Nama')).toHaveValue('Bu Rina')
  await page.getByLabel('Ambil sendiri').check()
  await page.getByRole('button', { name: /^Tampilkan semua/ }).click()
  await more.click()
  await shop.changeProduct(nastar, { price: nastar.price + 1_000 })
  await page.getByRole('button', { name: 'Simpan pesanan' }).click()
  await answer(page, 'Harga sudah berubah. Total pesanan sekarang Rp 53.000. Tetap simpan?', 'Tetap simpan')
  const fetched = await copyMessage()
  await page.getByRole('button', { name: 'Catat pembayaran' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('link', { name: 'Lihat Pesanan' }).click()
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
  await expect(page.getByText('Tunai', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sudah diambil' }).click()
  await expectToast(page, 'Pesanan diserahkan')
  await visit(buyer, fetched.link)
  await expect(buyer.getByRole('region', { name: 'Sudah diambil?' })).toBeVisible()
  const way = buyer.getByRole('region', { name: 'Perjalanan pesanan' }).getByRole('listitem')
  await expect(way).toContainText(['Dipesan', 'Dibayar', 'Diambil', 'Selesai'])
})

test('an order to another city, and a sale at the stall, say what is missing and are kept', async ({ page, shop }) => {
  const nastar = await shop.makeProduct({ price: 50_000 })
  const start = async () => {
    await visit(page, '/admin/manage-orders/baru')
    await page.getByLabel('Kota').selectOption('Kota lain')
    await page.getByPlaceholder('Cari produk').fill(nastar.name)
    await stepper(page, nastar).more.click()
    await page.getByLabel('Diskon (Rp)').fill('-5000')
    await page.getByRole('button', { name: 'Simpan pesanan' }).click()
    for (const sentence of ['Tulis nama kotanya.', 'Tulis ongkos kirimnya, 0 kalau gratis.', /tanpa tanda kurang/]) {
      await expect(page.getByText(sentence)).toBeVisible()
    }
  }
  const save = async () => {
    await page.getByRole('button', { name: 'Simpan pesanan' }).click()
    await page.getByRole('link', { name: 'Lihat Pesanan' }).click()
  }
  const recipient = page.getByRole('region', { name: 'Informasi Penerima' })
  await start()
  await page.getByLabel('Nomor WhatsApp').fill('0812 7777 9012')
  await page.getByLabel('Nama', { exact: true }).fill('Bu Wati')
  await page.getByLabel('Alamat').fill('Jl. Tunjungan 5')
  await page.getByLabel('Nama kota').fill('Surabaya')
  await page.getByLabel('Ongkos kirim (Rp)').fill('40.000')
  await page.getByLabel('Diskon (Rp)').fill('5000')
  await page.getByLabel('Alasan diskon').fill('Pelanggan lama')
  await save()
  await expect(recipient).toContainText('Surabaya')
  for (const amount of ['Rp 40.000', 'Rp 87.000']) await expect(page.getByText(amount).first()).toBeVisible()

  await start()
  await page.getByLabel('Diskon (Rp)').fill('')
  await page.getByLabel('Dibeli di tempat').check()
  await save()
  await expect(recipient).toContainText('Pembeli langsung')
  await expect(recipient.getByRole('link')).toHaveCount(0)
})
