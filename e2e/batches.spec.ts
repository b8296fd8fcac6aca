import { buyerTest, expect, sellerTest } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
import { stepper, visit } from './screen.ts'

buyerTest(
  'a buyer orders what is ready first, then in the batch, and cancels it while it takes orders',
  async ({ page, buyer, shop }) => {
    const product = await shop.makeProduct({ stock: 2, price: 50_000, price_steps: '2x45000' })
    await shop.addBatch([{ product_id: product.id, quota: 34 }])
    await visit(page, `/products/${product.id}`)
    await expect(page.getByRole('radio', { name: 'Siap kirim' })).toBeChecked()
    await page.getByRole('radio', { name: /^PO Lebaran: dikirim / }).check()
    await expect(page.getByText('sisa 34, pesan sampai')).toBeVisible()
    await page.getByRole('button', { name: '500gram · Toples' }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText(/^PO Lebaran: dikirim /)).toBeVisible()
    await expect(stepper(page, product).value).toHaveText('1')
    await shop.addToCart(buyer, product)

    await visit(page, '/order')
    const parts = page.getByRole('group', { name: 'Dikirim Bersama?' })
    await parts.getByRole('radio', { name: 'Hanya yang siap kirim' }).check()
    await fillAddress(page, 'Jl. Anggrek No. 12, Pasar Minggu', 'Depok')
    // One piece alone costs more than both together, and the choice stays when the page is left.
    await page.reload()
    await expect(parts.getByRole('radio', { name: 'Hanya yang siap kirim' })).toBeChecked()
    await expect(page.getByRole('region', { name: '3. Produk' })).toContainText('Rp 50.000')
    await expect(page.getByRole('region', { name: 'Ringkasan Biaya' })).toContainText('Total PembayaranRp 56.000')
    await sendOrder(page)
    await expect(page.getByText('Nomor pesanan Anda')).toBeVisible()
    await visit(page, '/order')
    await fillAddress(page, 'Jl. Anggrek No. 12, Pasar Minggu', 'Depok')
    await expect(page.getByRole('radio', { name: 'Hanya yang siap kirim' })).toBeHidden()
    await sendOrder(page)
    await expect(page.getByText('Nomor pesanan Anda')).toBeVisible()

    const order = (await shop.orders(buyer)).find(({ order_items }) => order_items.some(({ batch_id }) => batch_id))
    if (!order) throw new Error('the order with the batch is missing')
    await shop.pay(buyer, order)
    await visit(page, `/my-order/order/${order.id}`)
    await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
    await page.getByRole('button', { name: 'Ya, batalkan' }).click()
    await expect(page.getByText('DIBATALKAN').first()).toBeVisible()
  },
)

sellerTest(
  'the form of a batch asks the quota of each ticked product, and stays usable when another tab removes the batch',
  async ({ page, shop, faults }) => {
    const product = await shop.makeProduct()
    const other = await shop.makeProduct()
    const name = `PO ${product.name}`
    const { id } = await shop.addBatch([{ product_id: product.id, quota: 34 }], name)
    await visit(page, '/admin/batches')
    const open = page.getByRole('button', { name: `Ubah ${name}` })
    await open.click()
    await expect(page.getByLabel('Nama PO')).toBeFocused()
    await page.getByRole('button', { name: 'Batal' }).click()
    await expect(open).toBeFocused()

    await open.click()
    await expect(page.getByLabel(product.name, { exact: true }).last()).toHaveValue('34')
    await page.getByLabel('Cari produk').fill(other.name)
    await page.getByRole('checkbox', { name: other.name }).check()
    await page.getByRole('button', { name: 'Simpan PO' }).click()
    const quota = page.getByRole('textbox', { name: other.name, exact: true })
    await expect(quota).toHaveAccessibleDescription(/Isi kuotanya/)
    await quota.fill('5')
    await expect(quota).not.toHaveAttribute('aria-invalid', 'true')

    await shop.removeBatch(id)
    faults.allow(/404/)
    await page.getByRole('button', { name: 'Simpan PO' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(quota).toHaveValue('5')
    await page.getByRole('button', { name: 'Batal' }).click()
    await expect(open).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Tambah PO' })).toBeEnabled()
  },
)

buyerTest(
  'the chosen part may be gone: the rest stays in the cart, and no order is said to exist',
  async ({ page, buyer, shop, faults }) => {
    const product = await shop.makeProduct()
    const { id: batch_id } = await shop.addBatch([{ product_id: product.id, quota: 5 }])
    await shop.addToCart(buyer, product)
    const headers = { authorization: `Bearer ${buyer.token}` }
    await page.request.post('/api/carts', { headers, data: { product_id: product.id, quantity: 1, batch_id } })
    await visit(page, '/order')
    await page.getByRole('radio', { name: 'Hanya yang siap kirim' }).check()
    await fillAddress(page)
    const cart = await (await page.request.get('/api/carts', { headers })).json()
    await page.request.delete(`/api/carts/${cart.data[0].id}`, { headers })
    faults.allow(/400/)
    await sendOrder(page)
    const sentence = `${product.name} sudah dihapus dari keranjang. Periksa lagi, lalu tekan Buat Pesanan.`
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('region', { name: '3. Produk' })).toContainText('PO Lebaran')
  },
)
