import { expect, sellerTest as test } from './fixtures.ts'
import { edit, listOf, quickEdit } from './product-list.ts'
import { expectToast, listed, visit } from './screen.ts'

test('price and stock are changed in the list, by keyboard alone', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 12, price: 45_000 })
  await visit(page, listOf(product))

  const price = quickEdit(page, 'harga', product)
  await price.button.focus()
  await page.keyboard.press('Enter')
  await expect(price.input).toBeFocused()
  await page.keyboard.type('47.5')
  await page.keyboard.press('Enter')
  await expect(price.alert).toHaveText('Maksud Anda 47.500 atau 475?')
  await price.input.fill('seribu')
  await page.keyboard.press('Enter')
  await expect(price.alert).toHaveText('Harga harus berupa angka bulat.')
  await price.input.fill('47000')
  await page.keyboard.press('Escape')
  await expect(price.button).toHaveText(/Rp\s45\.000/)
  await expect(price.button).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.type('47000')
  const [request] = await Promise.all([page.waitForRequest('**/products/changes'), page.keyboard.press('Enter')])
  expect(request.postDataJSON()).toEqual({
    items: [{ id: product.id, form: { price: '47000', expected_price: '45000' } }],
  })
  await expectToast(page, 'Produk berhasil diperbarui!')
  await expect(price.button).toHaveText(/Rp\s47\.000/)
  await expect(price.button).toBeFocused()

  const stock = quickEdit(page, 'stok', product)
  await stock.button.click()
  await stock.input.fill('30')
  await stock.save.click()
  await expect(stock.button).toHaveText(/^(Stok )?30$/)
  expect(await shop.product(product.id)).toMatchObject({ price: 47_000, stock: 30 })
})

test("the list shows products that are low or sold out, by each product's own threshold", async ({ page, shop }) => {
  const low = await shop.makeProduct({ stock: 15 })
  const gone = await shop.makeProduct({ stock: 0 })
  await visit(page, listOf(low))
  await edit(page, low)
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await expect(dialog.getByLabel('Ingatkan saat sisa')).toHaveValue('5')
  await dialog.getByLabel('Ingatkan saat sisa').fill('20')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog).toBeHidden()

  await visit(page, '/admin/manage-products?size=100')
  const filter = page.getByRole('navigation', { name: 'Saring produk' })
  await filter.getByRole('link', { name: 'Stok menipis' }).click()
  await expect(page).toHaveURL(/stock=low/)
  await expect(page).toHaveURL(/size=100/)
  await expect(listed(page, low.name)).toBeVisible()
  await expect(listed(page, gone.name)).toBeVisible()
  await expect(filter.getByRole('link', { name: 'Habis' })).toHaveAccessibleDescription(/^[1-9]\d* produk$/)
  await filter.getByRole('link', { name: 'Habis' }).click()
  await expect(listed(page, low.name)).toBeHidden()
  await page.reload()
  await expect(listed(page, gone.name)).toBeVisible()
  await expect(filter.getByRole('link', { name: 'Habis' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox', { name: 'Cari produk...' }).fill(low.name)
  await expect(page.getByText('Tidak ada produk yang ditemukan')).toBeVisible()
  await expect(page).toHaveURL(/stock=out/)
})

test('a product and an order show who changed them, and a stock its sales and returns', async ({ page, shop }) => {
  const product = await shop.makeProduct({ price: 45_000, stock: 20 })
  const buyer = await shop.makeBuyer()
  const returned = await shop.placeOrder(buyer, product, 3)
  await shop.changeStatus(buyer, returned, 'DIBATALKAN')
  await shop.changeProduct(product, { price: 47_000 })
  await visit(page, listOf(product))
  await edit(page, product)
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  const entries = dialog.locator('details[open]').getByRole('listitem')
  await dialog.getByText('Riwayat perubahan').click()
  await expect(entries).toHaveText([
    /^Harga Rp\s45\.000 → Rp\s47\.000 oleh Bu Sari, baru saja$/,
    'Produk ditambahkan oleh Bu Sari, baru saja',
  ])
  await dialog.getByText('Riwayat perubahan').click()
  await dialog.locator('summary', { hasText: 'Riwayat stok' }).click()
  await expect(entries).toHaveText([
    new RegExp(`^Kembali 3 → stok 20, #${returned.id}, `),
    new RegExp(`^Terjual 3 → stok 17, #${returned.id}, `),
    /^Stok 0 → 20 oleh Bu Sari, /,
  ])
  await dialog.getByRole('link', { name: returned.id }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(returned.id)

  const order = await shop.paidOrder(buyer)
  await shop.ship(order)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await page.getByText('Riwayat perubahan').click()
  await expect(page.getByText('Status DIBAYAR → DIKIRIM oleh Bu Sari, baru saja')).toBeVisible()
})
