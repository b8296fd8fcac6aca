/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import { expect, sellerTest as test } from './fixtures.ts'
import { smallPicture } from './pictures.ts'
import { chooseOf, edit, listOf, quickEdit } from './product-list.ts'
import { expectToast, listed, visit } from './screen.ts'
import { desktop, phone } from './sizes.ts'

test('a mistyped price is asked back; a hidden product says so in carts', async ({ page, openBrowser, shop }) => {
  const product = await shop.makeProduct({ price: 130_000 })
  const buyer = await shop.makeBuyer()
  await shop.addToCart(buyer, product, 1)
  await visit(page, listOf(product))
  const price = quickEdit(page, 'harga', product)
  await price.button.click()
  await price.input.fill('132')
  await page.keyboard.press('Enter')
  await expect(price.alert).toHaveText(/^Maksud Anda Rp\s132\.000 atau Rp\s132\?$/)
  await page.getByRole('button', { name: 'Pakai 132.000' }).click()
  await expect(price.input).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Produk berhasil diperbarui!')
  await page.getByRole('button', { name: /^Kembalikan harga Rp\s130\.000$/ }).click()
  await expect(price.button).toHaveText(/Rp\s130\.000/)
  // The answer that the shop keeps for buyers ends with an event after the change.
  await expect.poll(() => shop.product(product.id)).toMatchObject({ price: 130_000 })

  await chooseOf(page, product, 'Sembunyikan dari toko')
  await expectToast(page, `${product.name} disembunyikan dari toko`)
  await expect(listed(page, product.name)).toContainText('Disembunyikan')
  const cart = await openBrowser(buyer)
  await visit(cart, '/cart')
  await expect(cart.getByText(`${product.name} sedang tidak dijual.`)).toBeVisible()
  await cart.getByRole('button', { name: `Hapus ${product.name}` }).click()
  await expect(cart.getByText('sedang tidak dijual')).toBeHidden()
  await expect(cart.getByText('Keranjang Anda Kosong')).toBeVisible()
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expect(listed(page, product.name)).not.toContainText('Disembunyikan')
})

test('a photo just chosen is saved with its product, and a draft keeps it', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  await page.addInitScript(() => {
    const read = window.createImageBitmap
    const letThrough = new Promise((resolve) => window.addEventListener('let-through', resolve, { once: true }))
    window.createImageBitmap = async (...picture: unknown[]) => {
      await letThrough
      return Reflect.apply(read, window, picture)
    }
  })
  await visit(page, listOf(product))
  await edit(page, product)
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await dialog.getByLabel('Unggah gambar').setInputFiles(smallPicture)
  await expect(dialog.getByRole('button', { name: 'Tunggu gambar...' })).toBeDisabled()
  await page.evaluate(() => window.dispatchEvent(new Event('let-through')))
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect((await shop.product(product.id)).image).toContain('/media/')

  await edit(page, product)
  await dialog.getByLabel('Tambah gambar').setInputFiles(smallPicture)
  await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
  await dialog.getByLabel('Nama Produk').fill(`${product.name} baru`)
  page.once('dialog', (question) => question.accept())
  await page.reload()
  await expect(dialog.getByLabel('Nama Produk')).toHaveValue(`${product.name} baru`)
  await expect(dialog.getByRole('button', { name: /^Gambar 1 / })).toBeVisible()
})

test('many prices, stocks or the lines of a file are seen, changed and taken back', async ({ page, shop }) => {
  const [first, second] = [await shop.makeProduct({ price: 50_000, stock: 10 }), await shop.makeProduct({ stock: 4 })]
  const stocks = async () => [(await shop.product(first.id))?.stock, (await shop.product(second.id))?.stock]

  await test.step('prices', async () => {
    await visit(page, '/admin/manage-products')
    await page.getByRole('link', { name: 'Ubah banyak sekaligus' }).click()
    await page.getByLabel('Produk', { exact: true }).selectOption('Pilih sendiri')
    await page.getByRole('checkbox', { name: first.name }).check()
    await page.getByLabel('Persen').fill('7')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: 'Lihat harga baru' }).click()
    const price = page.getByText(/^Harga Rp\s50\.000 → Rp\s53\.500$/)
    await expect(price).toBeInViewport()
    await page.setViewportSize(desktop.viewport)
    expect(await shop.product(first.id)).toMatchObject({ price: 50_000 })
    await page.getByRole('button', { name: 'Simpan 1 produk' }).click()
    await expectToast(page, '1 produk diperbarui')
    expect(await shop.product(first.id)).toMatchObject({ price: 53_500 })
    await page.getByRole('button', { name: 'Urungkan' }).click()
    await expectToast(page, '1 harga dikembalikan')
    expect(await shop.product(first.id)).toMatchObject({ price: 50_000 })
  })

  await test.step('stock', async () => {
    await page.getByRole('link', { name: 'Stok', exact: true }).click()
    await page.getByLabel(`Ubah stok ${first.name}`).fill('20')
    await page.getByLabel(`Ubah stok ${second.name}`).fill('6')
    await page.reload()
    await expect(page.getByLabel(`Ubah stok ${first.name}`)).toHaveValue('20')
    await page.getByRole('button', { name: 'Simpan 2 produk' }).click()
    await expectToast(page, '2 produk diperbarui')
    expect(await stocks()).toEqual([30, 10])
    await page.getByRole('button', { name: 'Urungkan' }).click()
    await expectToast(page, 'Produk kembali seperti semula')
    expect(await stocks()).toEqual([10, 4])
  })

  await test.step('file', async () => {
    await page.getByRole('link', { name: 'CSV', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Unduh semua produk' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    // Without the other lines: tests beside this one change their products meanwhile.
    const lines = csv.split(/\r?\n/).filter((line, index) => index === 0 || line.includes(first.name))
    const changed = lines.join('\n').replace(`${first.name},50000,10`, `${first.name},51000,12`)
    const file = { name: 'produk.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) }
    await page.getByLabel('Pilih file CSV').setInputFiles(file)
    await expect(page.getByText(/^Harga Rp\s50\.000 → Rp\s51\.000, stok 10 → 12$/)).toBeVisible()
    await page.getByRole('button', { name: 'Simpan 1 produk' }).click()
    await expectToast(page, '1 produk diperbarui')
    expect(await shop.product(first.id)).toMatchObject({ price: 51_000, stock: 12 })
    await page.getByRole('button', { name: 'Urungkan' }).click()
    await expectToast(page, 'Produk kembali seperti semula')
    expect(await shop.product(first.id)).toMatchObject({ price: 50_000, stock: 10 })
  })
})
