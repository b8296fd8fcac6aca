/// <reference lib="dom" />
/** Delivery by weight and fetched orders, in a shop of their own, because other tests need the usual costs. */
import { expect, buyerTest as test } from './fixtures.ts'
import { sendOrder } from './order-form.ts'
import { useOwnShop } from './own-shop.ts'
import { visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { snapPopup } from './snap-popup.ts'

useOwnShop(firstPort + 100)

test('a buyer sees the cost by weight, asks again after a failure, or fetches the order', async ({
  page,
  buyer,
  shop,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  await shop.changeSettings({ delivery_per_kg: true, pickup: true })
  const product = await shop.makeProduct({ price: 30_000 })
  await shop.addToCart(buyer, product, 3)
  await page.route('**/api/carts/costs*', (route) => route.abort(), { times: 1 })
  await visit(page, '/order')
  const costs = page.getByRole('region', { name: '4. Ringkasan Biaya' })
  const send = page.getByRole('button', { name: 'Buat Pesanan' })
  await page.getByLabel('Alamat Lengkap').fill('Jl. Dahlia No. 8')
  await page.getByLabel('Kota Pengiriman').selectOption('Bogor')
  await expect(costs).toContainText('Ongkos kirim belum bisa dihitung.')
  await expect(send).toBeDisabled()
  await costs.getByRole('button', { name: 'Coba lagi' }).press('Enter')
  await expect(costs).toContainText('Berat 1,5 kg, ongkos kirim dihitung 2 kg.')
  await expect(costs).toContainText('Ongkos KirimRp 8.000')
  await page.getByRole('checkbox', { name: 'Ambil sendiri, tanpa ongkos kirim' }).press('Space')
  await expect(costs).toContainText('Total PembayaranRp 92.000')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveCount(0)
  await sendOrder(page)
  await expect(snapPopup(page).dialog).toContainText('Rp92.000')
  expect(await shop.orders(buyer)).toMatchObject([{ total_price: 92_000, delivery_way: 'pickup' }])
})
