/** A day of the seller with one thumb on a phone: 35 paid orders to an empty list. */
import { expect, test } from './fixtures.ts'
import { owner, ownerSettings, useOwnShop } from './own-shop.ts'
import { quickEdit } from './product-list.ts'
import { expectToast, listed, stepper } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { type Order, otherCosts, type Product, type Shop } from './shop.ts'
import { phone } from './sizes.ts'
import { thumbOn } from './thumb.ts'

useOwnShop(firstPort + 110, ownerSettings)
test.use(phone)

const [price, serviceFee, startingStock, pieces] = [40_000, 2_000, 100, 2]
const numberAt = (index: number) => `0103200589998${String(index).padStart(2, '0')}`

/** Orders of two pieces of one product each; those of the first buyer are paid by QRIS, which Midtrans gives back. */
async function paidOrders(shop: Shop, products: readonly Product[]): Promise<Order[]> {
  await shop.changeSettings({ payment_methods: ['other_qris', 'bca_va'] })
  const orders: Order[] = []
  for (let index = 0; index < 7; index += 1) {
    const buyer = await shop.makeBuyer()
    for (const product of products) {
      const order = await shop.placeOrder(buyer, product, pieces)
      if (index === 0) await shop.inSandbox(order.id, 'charge', { method: 'other_qris' })
      await shop.pay(buyer, order)
      orders.push(order)
    }
  }
  return orders
}

test('a day of 35 paid orders ends with empty lists and right books @thorough', async ({ openBrowser, shop }) => {
  test.setTimeout(600_000)
  const products = await Promise.all(
    ['Nastar', 'Kastengel', 'Putri Salju', 'Lidah Kucing', 'Sagu Keju'].map((name) =>
      shop.makeProduct({ name: `${name} Hari Ini`, price, stock: startingStock }),
    ),
  )
  const [nastar, kastengel] = products as [Product, Product]
  const orders = await paidOrders(shop, products)
  const [cancelled, lowered] = orders as [Order, Order]
  const page = await openBrowser(await shop.logIn(owner))
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      document.body.setAttribute('data-printed', '')
    }
  })
  const thumb = thumbOn(page)
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('navigation', { name: 'Navigasi bawah' })
  const change = async ({ id }: Order, what: RegExp) => {
    await thumb.tapOn('link', 'Pesanan', bar)
    await thumb.type(page.getByRole('searchbox'), id.slice(-6))
    await thumb.enter()
    await thumb.tap(listed(page, id).getByRole('link').first())
    await thumb.tapOn('button', 'Ubah pesanan')
    await thumb.tapOn('button', what)
  }

  const giveBack = async () => {
    await thumb.tapOn('link', 'Lihat pengembalian dana')
    await thumb.tapOn('button', 'Kembalikan lewat Midtrans')
    await thumb.type(page.getByLabel('Kata sandi akun Anda'), owner.password)
    await thumb.tapOn('button', 'Kembalikan')
    await expectToast(page, 'Dana sudah dikembalikan lewat Midtrans')
  }

  await page.goto('/admin/dashboard')
  await thumb.does('look at today', 0, async () => {
    const tasks = page.getByRole('region', { name: 'Kerjakan sekarang' })
    await expect(tasks.getByRole('link')).toHaveText([/^70 barang perlu dibuat/, /^35 pesanan perlu dikemas/])
  })
  await thumb.does('cancel a paid order, send its money back', 13, async () => {
    await change(cancelled, /^Batalkan pesanan/)
    await thumb.type(dialog.getByLabel('Alasan'), 'Stok habis')
    await thumb.tapOn('button', 'Ya, batalkan')
    await giveBack()
  })
  await thumb.does('lower a line, send its money back', 13, async () => {
    await change(lowered, /^Kurangi isi pesanan/)
    await thumb.tapOn('button', /^Kurangi jumlah/, dialog)
    await thumb.type(dialog.getByLabel('Alasan'), 'Satu pecah')
    await thumb.tapOn('button', 'Ya, kurangi')
    await giveBack()
  })
  await thumb.does('an order from a chat', 9, async () => {
    await thumb.tapOn('link', 'Pesanan', bar)
    await thumb.tapOn('link', 'Pesanan baru')
    await thumb.type(page.getByLabel('Nomor WhatsApp'), '081277771234')
    await thumb.type(page.getByLabel('Nama'), 'Bu Rina')
    await thumb.tap(page.getByLabel('Ambil sendiri'))
    await thumb.type(page.getByPlaceholder('Cari produk'), 'nast')
    await thumb.tap(stepper(page, nastar).more)
    await thumb.tapOn('button', 'Simpan pesanan')
    await expect(page.getByRole('button', { name: 'Salin pesan WhatsApp' })).toBeVisible()
  })
  await thumb.does('its cash', 2, async () => {
    await thumb.tapOn('button', 'Catat pembayaran')
    await thumb.tapOn('button', 'Simpan', dialog)
    await expect(dialog).toBeHidden()
  })
  await thumb.does('tick off what is baked', 7, async () => {
    await thumb.tapOn('link', 'Dashboard', bar)
    await thumb.tapOn('link', /barang perlu dibuat/)
    const goods = page.getByRole('list', { name: 'Yang perlu dibuat' }).getByRole('checkbox')
    await expect(goods).toHaveCount(products.length)
    for (let index = 0; index < products.length; index += 1) {
      await thumb.tap(goods.nth(index))
      await expect(goods.nth(index)).toBeChecked()
    }
  })
  await thumb.does('pack 35 orders', 38, async () => {
    await thumb.tapOn('link', 'Kemas pesanan')
    const packing = page.getByRole('button', { name: /^Sudah dikemas/ })
    for (let left = 35; left > 0; left -= 1) {
      const first = await packing.first().textContent()
      await thumb.tap(packing.first())
      await expect(page.getByRole('button', { name: first ?? '', exact: true })).toHaveCount(0)
    }
  })
  await thumb.does('print 35 labels', 3, async () => {
    await thumb.tapOn('link', 'Pesanan', bar)
    await thumb.tapOn('link', /^Cetak semua/)
    await expect(page.getByRole('article')).toHaveCount(35)
    await thumb.tapOn('button', 'Cetak')
    await expect(page.locator('body[data-printed]')).toBeVisible()
    await page.getByRole('link', { name: /Kembali/ }).tap()
  })
  await thumb.does('ship 30 with numbers', 36, async () => {
    await thumb.tapOn('link', 'Isi resi')
    const fields = page.getByRole('main').getByRole('listitem').getByRole('textbox')
    // The one from the chat is fetched, so it has no number.
    await expect(fields).toHaveCount(34)
    await thumb.tap(fields.first())
    for (let index = 0; index < 30; index += 1) {
      await thumb.keys(numberAt(index))
      await thumb.enter()
    }
    await thumb.tapOn('button', 'Periksa 30 pesanan')
    await thumb.tapOn('button', 'Kirim', dialog)
    await expectToast(page, '30 pesanan dikirim')
  })
  await thumb.does('hand over the other five', 2, async () => {
    await thumb.tapOn('button', 'Kirim 5 tanpa resi')
    await thumb.tapOn('button', 'Kirim', dialog)
    await expect(page.getByText('Tidak ada pesanan yang perlu dikirim')).toBeVisible()
  })
  await thumb.does('a wrong price and back', 6, async () => {
    await thumb.tapOn('link', 'Produk', bar)
    const edit = quickEdit(page, 'harga', kastengel)
    await thumb.tap(edit.button)
    await thumb.type(edit.input, '45000')
    await thumb.tapOn('button', 'Simpan', dialog)
    await thumb.tapOn('button', /^Kembalikan harga/)
    await expect(edit.button).toHaveText(/Rp\s40\.000/)
  })
  await thumb.does('prices of all products from tomorrow', 8, async () => {
    await thumb.tapOn('link', 'Ubah banyak sekaligus')
    await thumb.type(page.getByLabel('Persen'), '10')
    await thumb.tap(page.getByLabel('Mulai'))
    await page.getByLabel('Mulai').fill('2099-01-01T08:00')
    await thumb.tapOn('button', 'Lihat harga baru')
    await thumb.tapOn('button', /^Jadwalkan \d+ produk$/)
    await expect(page.getByRole('button', { name: /^Jadwalkan/ })).toBeHidden()
  })
  await thumb.does('count one stock', 5, async () => {
    await thumb.tapOn('link', 'Stok')
    await thumb.tap(page.getByLabel('Alasan'))
    await page.getByLabel('Alasan').selectOption('Hitung ulang')
    await thumb.type(page.getByLabel(`Ubah stok ${kastengel.name}`), '80')
    await thumb.tapOn('button', 'Simpan 1 produk')
    await expectToast(page, '1 produk diperbarui')
  })
  await thumb.does('see that nothing is left', 1, async () => {
    await thumb.tapOn('link', 'Dashboard', bar)
    await expect(page.getByText('Semua pesanan yang dibayar sudah dikirim.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Kerjakan sekarang' })).toBeHidden()
  })

  const { token } = await shop.logIn(owner)
  const answer = await fetch(`${shop.url}/api/admin/dashboard`, { headers: { authorization: `Bearer ${token}` } })
  // 34 are left of the 35; the one from the chat, with one piece, has no delivery. One piece went back.
  const revenue = 34 * (price * pieces + otherCosts) + price + serviceFee
  const data = { revenue, refunded: price, net_revenue: revenue - price }
  expect(await answer.json()).toMatchObject({ data })
  const now = await Promise.all(products.map(async ({ id }) => shop.product(id)))
  expect(now.map(({ stock }) => startingStock - stock)).toEqual([6 * pieces + 1, 20, ...Array(3).fill(7 * pieces)])
  expect(new Set(now.map((product) => product.price))).toEqual(new Set([price]))
})
