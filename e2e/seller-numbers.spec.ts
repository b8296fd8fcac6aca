/** Numbers as people write them, and changes of the stock. */
import { expect, sellerTest as test } from './fixtures.ts'
import { edit, listOf, quickEdit } from './product-list.ts'
import { expectToast, visit } from './screen.ts'

test('numbers are grouped while they are typed, and the caret stays where it was', async ({ page, shop }) => {
  const product = await shop.makeProduct({ price: 45_000, stock: 12 })
  await visit(page, listOf(product))
  await edit(page, product)
  const price = page.getByLabel('Harga (Rp)')
  await expect(price).toHaveValue('45.000')
  await expect(price).toHaveAttribute('inputmode', 'numeric')
  await expect(price).toHaveAccessibleDescription('empat puluh lima ribu')
  await price.fill('')
  await price.pressSequentially('1250000')
  await expect(price).toHaveValue('1.250.000')
  for (let i = 0; i < 7; i += 1) await price.press('ArrowLeft')
  await page.keyboard.type('3')
  await expect(price).toHaveValue('13.250.000')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await expect(price).toHaveValue('18.250.000')
  await price.fill('')
  await price.pressSequentially('42.500')
  await expect(price).toHaveValue('42.500')
  await expect(price).toHaveAccessibleDescription('empat puluh dua ribu lima ratus')
  const sent = page.waitForRequest(/admin\/products\/./)
  await page.getByRole('button', { name: 'Simpan' }).click()
  expect((await sent).postData()).toMatch(/name="price"\s+42500\s/)
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect(await shop.product(product.id)).toMatchObject({ price: 42_500, stock: 12 })
})

test('a price from a quantity on is read as the price is, and its fold stays open while it is emptied', async ({
  page,
  shop,
}) => {
  const product = await shop.makeProduct({ price: 100_000 })
  await visit(page, listOf(product))
  await edit(page, product)
  await page.getByText('Harga grosir', { exact: true }).click()
  await page.getByRole('button', { name: 'Tambah harga grosir' }).click()
  const row = page.getByRole('group', { name: 'Harga grosir 1' })
  await row.getByLabel('Mulai dari').fill('3')
  await row.getByLabel('Harga (Rp)').fill('93')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(row.getByLabel('Harga (Rp)')).toHaveAccessibleDescription(/Maksud Anda Rp.93\.000 atau Rp.93\?/)
  await row.getByRole('button', { name: 'Pakai 93.000' }).click()
  await expect(row.getByLabel('Harga (Rp)')).toHaveValue('93.000')
  await row.getByLabel('Harga (Rp)').fill('')
  await row.getByLabel('Harga (Rp)').pressSequentially('92rb')
  await expect(row.getByLabel('Harga (Rp)')).toHaveValue('92rb')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect(await shop.product(product.id)).toMatchObject({ price_steps: [{ quantity: 3, price: 92_000 }] })
})

test('+20 and -3 change the present stock, also after a sale @phone', async ({ page, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ stock: 10 })
  const buyer = await shop.makeBuyer()
  await visit(page, listOf(product))
  const { button, input, alert } = quickEdit(page, 'stok', product)

  await button.click()
  await shop.placeOrder(buyer, product, 3)
  await page.getByRole('button', { name: '+ Tambah' }).click()
  await expect(input).toBeFocused()
  await input.pressSequentially('20')
  await expect(input).toHaveValue('+20')
  await input.press('Enter')
  await expect(button).toHaveText(/^(Stok )?27$/)
  expect((await shop.product(product.id)).stock).toBe(27)

  await button.click()
  await input.fill('-28')
  await input.press('Enter')
  await expect(alert).toHaveText('Stok sekarang 27, jadi tidak bisa dikurangi 28.')
  await expect(input).toHaveValue('-28')
  await input.fill('-7')
  await input.press('Enter')
  await expect(button).toHaveText(/^(Stok )?20$/)

  await edit(page, product)
  await shop.placeOrder(buyer, product, 2)
  await page.getByRole('dialog').getByLabel('Stok', { exact: true }).fill('+5')
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await shop.product(product.id)).stock).toBe(23)
})

test('a change of the stock whose answer was lost is made once', async ({ page, shop, faults }) => {
  faults.allow(/api\/admin\/products/, /ApiError/)
  const product = await shop.makeProduct({ stock: 10 })
  await visit(page, listOf(product))
  const { button, input, alert } = quickEdit(page, 'stok', product)
  await page.route(
    '**/api/admin/products/changes',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button.click()
  await input.fill('+20')
  await input.press('Enter')
  await expect(alert).toHaveText('Gagal menyimpan. Silakan coba lagi.')
  await expect(input).toHaveValue('+20')
  await input.press('Enter')
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect((await shop.product(product.id)).stock).toBe(30)
})
