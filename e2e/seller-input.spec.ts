/// <reference lib="dom" />
/** What the seller types: numbers as people write them, nothing typed is lost, and what another device has done is told. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { smallPicture } from './pictures.ts'
import { answer, expectToast, listed, logIn, visit } from './screen.ts'
import { type Order, type Product, type Shop, unique } from './shop.ts'

const listOf = (product: { name: string }) => `/admin/manage-products?${new URLSearchParams({ query: product.name })}`
const edit = (page: Page, product: Product) => page.getByRole('button', { name: `Edit ${product.name}` }).click()
const restored = (page: Page) => page.getByText('Isian Anda dipulihkan')

/** The price or stock in the list, and the form that replaces it while it is edited. */
function quickEdit(page: Page, noun: 'harga' | 'stok', product: Product) {
  return {
    button: page.getByTitle(`Ubah ${noun} ${product.name}`),
    input: page.getByRole('textbox', { name: `Ubah ${noun} ${product.name}` }),
    alert: page.getByRole('main').getByRole('alert'),
  }
}

/** A session of its own: a test may end it. */
const ownSeller = async (shop: Shop) => shop.logIn(await shop.seller())

async function paidOrder(shop: Shop): Promise<Order> {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.pay(buyer, order)
  return order
}

test('/admin leads to the dashboard', async ({ openBrowser, shop, request }) => {
  const redirect = await request.get('/admin', { maxRedirects: 0 })
  expect([redirect.status(), redirect.headers().location]).toEqual([302, '/admin/dashboard'])
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('numbers are grouped while they are typed, and the caret stays where it was', { tag: '@phone' }, async ({
  openBrowser,
  shop,
}) => {
  const product = await shop.makeProduct({ price: 45_000, stock: 12 })
  const page = await openBrowser(await shop.seller())
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
  await price.pressSequentially('12.500')
  await expect(price).toHaveValue('12.500')
  await expect(price).toHaveAccessibleDescription('dua belas ribu lima ratus')
  const sent = page.waitForRequest(/admin\/products\/./)
  await page.getByRole('button', { name: 'Simpan' }).click()
  expect((await sent).postData()).toMatch(/name="price"\s+12500\s/)
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect(await shop.product(product.id)).toMatchObject({ price: 12_500, stock: 12 })
})

test('a number with several readings is asked about, and a press chooses one', async ({ openBrowser, shop }) => {
  const name = `Kue Angka ${unique()}`
  const page = await openBrowser(await shop.seller())
  await visit(page, listOf({ name }))
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  await dialog.getByLabel('Nama Produk').fill(name)
  await dialog.getByLabel('Kategori').selectOption('Kue Kering')
  await dialog.getByLabel('Berat').selectOption('250gram')
  await dialog.getByLabel('Deskripsi').fill('Renyah.')
  const [price, stock] = [dialog.getByLabel('Harga (Rp)'), dialog.getByLabel('Stok', { exact: true })]
  await price.fill('12.5')
  await stock.fill('1,2')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(price).toHaveAccessibleDescription('Maksud Anda 12.500 atau 125?')
  await expect(stock).toHaveAccessibleDescription('Maksud Anda 1.200 atau 12?')
  await dialog.getByRole('button', { name: 'Pakai 12.500' }).click()
  await expect(price).toHaveValue('12.500')
  await expect(price).toBeFocused()
  await dialog.getByRole('button', { name: 'Pakai 12', exact: true }).click()
  await expect(stock).toHaveValue('12')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil ditambahkan!')
  expect((await shop.products({ query: name }))[0]).toMatchObject({ price: 12_500, stock: 12 })
})

test('+20 and -3 change the stock of now, also after a sale', { tag: '@phone' }, async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ stock: 10 })
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(await shop.seller())
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
  await expect(button).not.toHaveAttribute('aria-busy')
  expect((await shop.product(product.id)).stock).toBe(27)

  await button.click()
  await input.fill('-28')
  await input.press('Enter')
  await expect(alert).toHaveText('Stok sekarang 27, jadi tidak dapat dikurangi 28.')
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

test('a change of the stock whose answer was lost is made once', async ({ openBrowser, shop, faults }) => {
  faults.allow(/api\/admin\/products/, /ApiError/)
  const product = await shop.makeProduct({ stock: 10 })
  const page = await openBrowser(await shop.seller())
  await visit(page, listOf(product))
  const { button, input, alert } = quickEdit(page, 'stok', product)
  await page.route(
    '**/api/admin/products/*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button.click()
  await input.fill('+20')
  await input.press('Enter')
  await expect(alert).toHaveText('Gagal saat memperbarui produk')
  await expect(input).toHaveValue('+20')
  await input.press('Enter')
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect((await shop.product(product.id)).stock).toBe(30)
})

test('what was typed into the product form survives Escape, back and a reload, until it is saved', async ({
  openBrowser,
  shop,
}) => {
  const product = await shop.makeProduct({ price: 45_000 })
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/dashboard')
  await visit(page, listOf(product))
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await edit(page, product)
  await dialog.getByLabel('Deskripsi').fill('Baru dipanggang.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await edit(page, product)
  await expect(restored(page)).toBeVisible()
  await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Baru dipanggang.')
  await dialog.getByLabel('Harga (Rp)').fill('47000')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goForward()
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('47.000')
  await page.reload()
  await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Baru dipanggang.')
  await expect(restored(page)).toBeVisible()

  await dialog.getByRole('button', { name: 'Buang isian yang dipulihkan' }).click()
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('45.000')
  await expect(restored(page)).toBeHidden()
  await dialog.getByLabel('Harga (Rp)').fill('48000')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil diperbarui!')
  await edit(page, product)
  await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('48.000')
  await expect(restored(page)).toBeHidden()
  expect(await drafts(page)).toEqual([])
})

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))

test('only a chosen picture is asked about before the form is closed', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/manage-products')
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  await dialog.getByLabel(/ gambar$/).setInputFiles(smallPicture)
  await dialog.getByLabel('Nama Produk').fill('Kue bergambar')
  await page.keyboard.press('Escape')
  const question = 'Tutup formulir? Isian yang belum disimpan akan hilang, termasuk gambar yang dipilih.'
  await answer(page, question, 'Kembali ke formulir')
  await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Tutup' }).click()
  await answer(page, question, 'Ya, tutup')
  await expect(dialog).toBeHidden()
})

test('a session that ends while the seller types brings them back to the same form, filled', { tag: '@phone' }, async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/status of 401/, /ApiError/)
  const seller = await ownSeller(shop)
  const product = await shop.makeProduct({ stock: 8 })
  const page = await openBrowser(seller)
  const backIn = async () => {
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fadmin%2F/)
    await expectToast(page, 'Sesi Anda berakhir, silakan masuk lagi')
    await logIn(page, seller)
  }
  const endSession = () =>
    page.evaluate(async () => {
      const token = localStorage.getItem('token')
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    })

  await test.step('product form', async () => {
    await visit(page, listOf(product))
    await edit(page, product)
    const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
    await dialog.getByLabel('Deskripsi').fill('Ditulis panjang lebar.')
    await endSession()
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await backIn()
    await expect(page).toHaveURL(listOf(product))
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Ditulis panjang lebar.')
    await expect(restored(page)).toBeVisible()
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Produk berhasil diperbarui!')
  })

  await test.step('quick edit', async () => {
    const { button, input } = quickEdit(page, 'stok', product)
    await button.click()
    await input.fill('+4')
    await endSession()
    await input.press('Enter')
    await backIn()
    await expect(input).toHaveValue('+4')
    await input.press('Enter')
    await expect(button).toHaveText(/^(Stok )?12$/)
    await expect(button).not.toHaveAttribute('aria-busy')
    expect((await shop.product(product.id)).stock).toBe(12)
  })

  await test.step('shipment', async () => {
    const order = await paidOrder(shop)
    await visit(page, `/admin/manage-orders/order/${order.id}`)
    await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kurir (opsional)').fill('JNE')
    await dialog.getByLabel('Nomor resi (opsional)').fill('CGK123')
    await endSession()
    await dialog.getByRole('button', { name: 'Kirim', exact: true }).click()
    await backIn()
    await expect(dialog.getByLabel('Nomor resi (opsional)')).toHaveValue('CGK123')
    await dialog.getByRole('button', { name: 'Kirim', exact: true }).click()
    await expectToast(page, 'Pesan telah dikirim')
  })

  await test.step('note of a refund', async () => {
    const buyer = await shop.makeBuyer()
    const order = await shop.placeOrder(buyer, await shop.makeProduct())
    await shop.payTooLate(buyer, order)
    await visit(page, '/admin/refunds')
    const card = page.getByRole('listitem').filter({ hasText: order.id })
    await card.getByRole('button', { name: 'Sudah dikembalikan' }).click()
    await page.getByRole('dialog').getByLabel('Catatan').fill('Transfer BCA 123')
    await endSession()
    await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
    await backIn()
    await expect(page.getByRole('dialog').getByLabel('Catatan')).toHaveValue('Transfer BCA 123')
    await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Pengembalian dana dicatat')
  })
  expect(await drafts(page)).toEqual([])
})

test('without a connection nothing that was typed is lost', async ({ openBrowser, shop, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ApiError/)
  const product = await shop.makeProduct({ price: 45_000 })
  const page = await openBrowser(await shop.seller())
  await visit(page, listOf(product))
  const { button, input, alert } = quickEdit(page, 'harga', product)
  await button.click()
  await page.context().setOffline(true)
  await input.fill('Rp 47.500')
  await input.press('Enter')
  await expect(alert).toHaveText('Gagal saat memperbarui produk')
  await page.context().setOffline(false)
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(input).toHaveValue('47.500')
  await input.press('Escape')
  await expect(button).toHaveText(/Rp\s45\.000/)
  await button.click()
  await expect(input).toHaveValue('47.500')
  await input.press('Enter')
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect((await shop.product(product.id)).price).toBe(47_500)
})

test('drafts belong to one account and go at the logout', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 401/, /ApiError/)
  const seller = await ownSeller(shop)
  const product = await shop.makeProduct()
  const page = await openBrowser(seller)
  const type = async () => {
    await visit(page, listOf(product))
    await edit(page, product)
    await page.getByRole('dialog').getByLabel('Deskripsi').fill('Rahasia dapur.')
    expect(await drafts(page)).toEqual([`draft:product:${product.id}`])
    await page.keyboard.press('Escape')
  }
  await type()
  // Another account in the same browser.
  await page.evaluate((id) => {
    const key = `draft:product:${id}`
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '')
    sessionStorage.setItem(key, JSON.stringify({ ...stored, user_id: 'somebody-else' }))
  }, product.id)
  await edit(page, product)
  await expect(page.getByRole('dialog').getByLabel('Deskripsi')).not.toHaveValue('Rahasia dapur.')
  await expect(restored(page)).toBeHidden()
  expect(await drafts(page)).toEqual([])
  await page.keyboard.press('Escape')

  await type()
  await page.getByRole('navigation', { name: 'Navigasi admin' }).getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Keluar')
  await expect(page).toHaveURL('/auth/login')
  expect(await drafts(page)).toEqual([])
})

test('who ships what another device has shipped is told how', async ({ openBrowser, shop }) => {
  const [order, same] = [await paidOrder(shop), await paidOrder(shop)]
  const page = await openBrowser(await shop.seller())
  const ship = async ({ id }: Order, resi: string) => {
    await visit(page, `/admin/manage-orders/order/${id}`)
    await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
    await shop.ship({ id } as Order, { courier: 'JNE', tracking_number: 'CGK123' })
    await page.getByRole('dialog').getByLabel('Kurir (opsional)').fill('JNE')
    await page.getByRole('dialog').getByLabel('Nomor resi (opsional)').fill(resi)
    await page.getByRole('dialog').getByRole('button', { name: 'Kirim', exact: true }).click()
  }
  await ship(order, 'CGK999')
  await expectToast(page, 'Sudah dikirim lewat JNE CGK123')
  await expect(page.getByText('Pesan telah dikirim')).toBeHidden()
  const shipment = page.getByRole('region', { name: 'Informasi Pengiriman' })
  await expect(shipment).toContainText('CGK123')
  // What was typed is offered where it can be corrected.
  await page.getByRole('button', { name: 'Ubah info pengiriman' }).click()
  await expect(restored(page)).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Nomor resi (opsional)')).toHaveValue('CGK999')
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()

  await ship(same, 'CGK123')
  await expectToast(page, 'Pesan telah dikirim')
  await expect(page).toHaveURL('/admin/manage-orders')
})

test('of orders shipped together, those that another device has shipped are named', async ({ openBrowser, shop }) => {
  const [first, second] = [await paidOrder(shop), await paidOrder(shop)]
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/manage-orders')
  for (const { id } of [first, second]) await page.getByRole('checkbox', { name: `Pilih pesanan ${id}` }).click()
  await shop.ship(second, { courier: 'JNE', tracking_number: 'CGK123' })
  await page.getByRole('button', { name: 'Kirim 2 pesanan' }).click()
  await answer(page, 'Apakah anda ingin mengirim 2 pesanan?', 'Kirim')
  await expectToast(page, '1 pesanan dikirim')
  await expectToast(page, `#${second.id}: Sudah dikirim lewat JNE CGK123`)
})

test('a price that another device has changed is told and asked about', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const product = await shop.makeProduct({ price: 45_000 })
  const page = await openBrowser(await shop.seller())
  await visit(page, listOf(product))

  await test.step('in the list', async () => {
    const { button, input, alert } = quickEdit(page, 'harga', product)
    await button.click()
    await shop.changeProduct(product, { price: 52_000 })
    await input.fill('47000')
    await input.press('Enter')
    await expect(alert).toHaveText('Harga sudah berubah menjadi Rp 52.000. Periksa sebelum menyimpan lagi.')
    await expect(input).toHaveValue('47.000')
    expect((await shop.product(product.id)).price).toBe(52_000)
    await page.getByRole('button', { name: 'Pakai 52.000' }).click()
    await input.press('Enter')
    await expect(button).toHaveText(/Rp\s52\.000/)
  })

  await test.step('in the form', async () => {
    await edit(page, product)
    const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
    await shop.changeProduct(product, { price: 53_000 })
    await dialog.getByLabel('Harga (Rp)').fill('60000')
    await dialog.getByLabel('Deskripsi').fill('Ditulis sebelum tahu.')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Harga sudah berubah menjadi Rp 53.000. Periksa sebelum menyimpan lagi.',
    )
    await expect(dialog.getByLabel('Harga (Rp)')).toHaveValue('60.000')
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Ditulis sebelum tahu.')
    await dialog.getByRole('button', { name: 'Pakai 53.000' }).click()
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Produk berhasil diperbarui!')
    expect(await shop.product(product.id)).toMatchObject({ price: 53_000, description: 'Ditulis sebelum tahu.' })
    await expect(listed(page, product.name)).toContainText('Rp 53.000')
  })
})
