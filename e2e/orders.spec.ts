/// <reference lib="dom" />
import { expect, buyerTest as test } from './fixtures.ts'
import { answer, expectToast, jakartaTime, statusBadge, stepper, visit } from './screen.ts'
import type { Order } from './shop.ts'
import { payNow, snapPopup } from './snap-popup.ts'

test('an unpaid order is cancelled after a confirmation, and its stock returns', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct({ stock: 5 })
  const order = await shop.placeOrder(buyer, product, 3)
  expect((await shop.product(product.id)).stock).toBe(2)
  await visit(page, `/my-order/order/${order.id}`)
  await expect(page.getByText('Menunggu Pembayaran', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
  await answer(page, 'Yakin ingin membatalkan pesanan?', 'Tidak')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
  await answer(page, 'Yakin ingin membatalkan pesanan?', 'Ya, batalkan')
  await expectToast(page, 'Pesanan telah dibatalkan')
  await expect(page).toHaveURL('/my-order?status=DIBATALKAN')
  await expect(statusBadge(page, 'DIBATALKAN')).toBeVisible()
  await page.getByRole('link', { name: `Lihat Pesanan ${order.id}` }).click()
  await expect(page.getByText('Anda membatalkannya sebelum dibayar')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Informasi Pembayaran' })).toBeHidden()
  expect((await shop.product(product.id)).stock).toBe(5)
})

test('an unpaid order shows deadline, account and amount, and copies the last two', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct({ price: 45_000 }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, `/my-order/order/${order.id}`)
  await expect(page.getByText('Menunggu Pembayaran', { exact: true })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Selesaikan Pembayaran' })
  await expect(panel).toContainText(/Bayar sebelum (hari ini|besok) \d\d:\d\d WIB/)
  const timer = panel.getByRole('timer')
  await expect(timer).toHaveText(/^2[34] jam \d\d menit \d\d detik$/)
  await expect(timer).not.toHaveText((await timer.textContent()) ?? '')
  await expect(panel).toContainText('Muncul setelah pembayaran dimulai.')

  await payNow(page)
  const number = ((await snapPopup(page).vaNumber.textContent()) ?? '').replaceAll(' ', '')
  await snapPopup(page).back()
  await expect(panel).toContainText(number)
  async function expectCopies() {
    for (const [name, text] of [
      ['nomor virtual account', number],
      ['jumlah pembayaran', '51000'],
    ] as const) {
      await panel.getByRole('button', { name: `Salin ${name}` }).click()
      await expectToast(page, `Berhasil menyalin ${name}`)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    }
  }
  await expectCopies()

  // A browser inside another app may refuse the new way.
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) }),
  )
  await expectCopies()
})

test('a list that stays open over midnight names the day of the deadline anew', async ({ page, buyer, shop }) => {
  await shop.placeOrder(buyer, await shop.makeProduct())
  await page.clock.install()
  await visit(page, '/my-order')
  const orders = page.getByRole('main')
  await expect(orders).toContainText('Bayar sebelum besok')
  await page.clock.fastForward('24:00:00')
  await expect(orders).toContainText('Bayar sebelum hari ini')
})

test('with a clock that is three days fast an order has the time that it really has', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await page.clock.install({ time: Date.now() + 3 * 24 * 3_600_000 })
  await visit(page, `/my-order/order/${order.id}`)
  await expect(page.getByRole('main').getByRole('timer')).toHaveText(/^23 jam 5\d menit/)
  await expect(page.getByRole('main')).toContainText('Bayar sebelum besok')
})

test('an order shows recipient, products, payment and possible actions', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct({ price: 45_000 })
  const order = await shop.placeOrder(buyer, product, 2, { notes: 'Titip di pos satpam' })
  const path = `/my-order/order/${order.id}`
  const payment = page.getByRole('region', { name: 'Informasi Pembayaran' })
  const actions = ['Bayar Sekarang', 'Batalkan Pesanan', 'Konfirmasi Pesanan']
  const expectActions = async (offered: string[]) => {
    for (const name of actions) {
      await expect(page.getByRole('button', { name })).toBeVisible({ visible: offered.includes(name) })
    }
  }

  await visit(page, '/my-order')
  await page.getByRole('link', { name: `Lihat Pesanan ${order.id}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Pesanan #${order.id}` })).toBeVisible()
  const recipient = page.getByRole('region', { name: 'Informasi Penerima' })
  for (const fact of [buyer.name, '081234567890', 'Jl. Kenanga No. 3', 'Titip di pos satpam']) {
    await expect(recipient).toContainText(fact)
  }
  const item = page.getByRole('region', { name: 'Produk Dipesan' }).getByRole('listitem')
  await expect(item).toContainText(product.name)
  await expect(item).toContainText('2 × Rp 45.000')
  await expect(item).toContainText('Rp 90.000')
  await expect(item.locator('img')).toBeVisible()
  await expect(payment).toBeHidden()
  await expectActions(['Bayar Sekarang', 'Batalkan Pesanan'])
  await page.getByRole('link', { name: 'Kembali' }).click()
  await expect(page).toHaveURL('/my-order')

  await shop.pay(buyer, order)
  await visit(page, path)
  await expect(payment).toContainText('BCA Virtual Account')
  await expect(payment).toContainText(/Waktu Pembayaran\d\d-\d\d-\d{4} \d\d:\d\d WIB/)
  await expectActions([])
  await shop.ship(order)
  await visit(page, path)
  await expect(payment).toBeVisible()
  await expectActions(['Konfirmasi Pesanan'])
  await item.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
})

test('an order that was paid in the meantime is not cancelled', async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await visit(page, `/my-order/order/${order.id}`)
  await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
  await shop.pay(buyer, order)
  await answer(page, 'Yakin ingin membatalkan pesanan?', 'Ya, batalkan')
  await expect(page.getByRole('region', { name: 'Pemberitahuan' }).getByRole('alert')).toContainText(
    'Gagal memperbarui status pesanan: ',
  )
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
})

test('orders are listed under the tab of their status, and an empty tab leads on', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  const [unpaid, paid, shipped] = [
    await shop.placeOrder(buyer, product),
    await shop.placeOrder(buyer, product, 2),
    await shop.placeOrder(buyer, product, 3),
  ]
  await shop.pay(buyer, paid)
  await shop.pay(buyer, shipped)
  await shop.ship(shipped)
  await visit(page, '/my-order')
  const tabs = page.getByRole('navigation', { name: 'Status pesanan' })
  await expect(tabs.getByRole('link')).toHaveText(['Diproses', 'Dibayar', 'Dikirim', 'Selesai', 'Dibatalkan'])
  const expectOnly = async (order: Order, quantity: number) => {
    const card = page.getByRole('main').getByRole('article')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText(`#${order.id}`)
    await expect(card).toContainText(jakartaTime(order.order_time))
    await expect(card.getByRole('img', { name: product.name })).toBeVisible()
    await expect(card).toContainText(`×${quantity}`)
    await expect(card.getByText(/^Rp\s/)).toHaveText(
      new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 }).format(
        order.total_price,
      ),
    )
  }
  await expectOnly(unpaid, 1)
  await tabs.getByRole('link', { name: 'Dibayar' }).click()
  await expect(page).toHaveURL('/my-order?status=DIBAYAR')
  await expectOnly(paid, 2)
  await tabs.getByRole('link', { name: 'Dikirim' }).click()
  await expectOnly(shipped, 3)
  await tabs.getByRole('link', { name: 'Selesai' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  for (const name of ['1 pesanan diproses', '1 pesanan dikirim']) {
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  }
  await page.getByRole('link', { name: '1 pesanan dibayar' }).click()
  await expectOnly(paid, 2)
})

test("an order's goods are put into the cart again; missing ones are named", async ({ page, buyer, shop, faults }) => {
  faults.allow(/status of 409/)
  const [kept, gone] = [await shop.makeProduct(), await shop.makeProduct({ stock: 3 })]
  await shop.addToCart(buyer, kept, 2)
  await shop.addToCart(buyer, gone, 3)
  const order = await shop.orderCart(buyer)
  await shop.changeStatus(buyer, order, 'DIBATALKAN')
  await shop.changeProduct(gone, { stock: 2 })
  await visit(page, `/my-order/order/${order.id}`)
  await page.getByRole('button', { name: 'Pesan lagi' }).click()
  await expectToast(page, `Stok kurang atau tidak dijual lagi: ${gone.name}.`)
  await expect(page).toHaveURL('/cart')
  await expect(stepper(page, kept).value).toHaveText('2')
  await expect(page.getByText(gone.name)).toHaveCount(1)
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByLabel('Alamat Lengkap')).not.toHaveValue('')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Jakarta')
})
