import { expect, sellerTest as test } from './fixtures.ts'
import { expectToast, visit } from './screen.ts'

test('a seller fills in a cost, reads the margin, and finds the customer @thorough', async ({ page, shop }) => {
  // The largest sale of the day, so that it is among the first.
  const product = await shop.makeProduct({ price: 100_000_000 })
  const buyer = await shop.makeBuyer()
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/admin/manage-products/many?tab=modal')
  await page.getByRole('textbox', { name: `Ubah modal ${product.name}` }).fill('60jt')
  await page.getByRole('button', { name: 'Simpan 1 produk' }).click()
  await expectToast(page, '1 produk diperbarui')
  const order = await shop.placeOrder(buyer, product, 9)
  await shop.pay(buyer, order)

  await visit(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'Hari ini' }).click()
  const sold = page.getByRole('region', { name: 'Produk' }).getByRole('listitem').filter({ hasText: product.name })
  await expect(sold).toContainText('9 terjual, laba Rp 360.000.000 (40%)')
  await page.getByRole('region', { name: 'Pembeli' }).getByRole('link', { name: buyer.name }).click()
  await expect(page.getByRole('heading', { name: buyer.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat WhatsApp' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Daftar pesanan pembeli' })).toContainText(order.id)
})
