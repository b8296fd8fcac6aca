import { expect, test } from './fixtures.ts'
import { expectToast, jakartaTime, visit } from './screen.ts'

test('the dashboard shows what the shop has come to', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct({ price: 40_000 }))
  await shop.pay(buyer, order)
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('banner')).toContainText('Admin')
  const summary = page.getByRole('region', { name: 'Ringkasan' })
  const figure = (name: string) =>
    summary.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')
  await expect(figure('Pendapatan')).toHaveText(/^Rp\s\d{2,3}\.\d{3}|^Rp\s[\d.]+$/)
  await expect(figure('Pesanan')).toHaveText(/^[1-9][\d.]*$/)
  await expect(figure('Pengguna')).toHaveText(/^[1-9][\d.]*$/)
  const byStatus = summary.getByRole('list', { name: 'Pesanan menurut status' }).getByRole('listitem')
  await expect(byStatus).toHaveText([/^DIPROSES\d/, /^DIBAYAR[1-9]/, /^DIKIRIM\d/, /^SELESAI\d/, /^DIBATALKAN\d/])
  await expect(page.getByRole('table').filter({ hasText: order.id })).toContainText(jakartaTime(order.order_time))
})

test('users are found by name, e-mail or phone', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/manage-users')
  await expect(page.getByRole('columnheader')).toHaveText([
    'No',
    'Nama',
    'Email',
    'Nomor Telepon',
    'Jenis Kelamin',
    'Alamat',
  ])
  await page.getByRole('searchbox', { name: 'Cari pengguna...' }).fill(buyer.email.toUpperCase())
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pengguna')).toBeVisible()
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '1',
    buyer.name,
    buyer.email,
    '081234567890',
    '-',
    '-',
  ])
  await page.getByRole('searchbox', { name: 'Cari pengguna...' }).fill('tidak-ada-yang-begini')
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pengguna')).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('only a paid order can be shipped, and only once', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  const page = await openBrowser(await shop.seller())
  const ship = page.getByRole('button', { name: 'Kirim Pesanan' })
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await expect(page.getByText('DIPROSES', { exact: true })).toBeVisible()
  await expect(ship).toBeHidden()

  await shop.pay(buyer, order)
  await visit(page, '/admin/manage-orders')
  const all = page.getByRole('region', { name: 'Semua Pesanan' }).first()
  await expect(all).toBeVisible()
  await expect(all).not.toContainText(order.id)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await expect(page.getByRole('region', { name: 'Informasi Pembayaran' })).toContainText('BCA Virtual Account')
  await expect(ship).toBeVisible()
  await shop.ship(order)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await expect(page.getByText('DIKIRIM', { exact: true })).toBeVisible()
  await expect(ship).toBeHidden()
})

test('a refusal to ship is told with its reason', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 409/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.pay(buyer, order)
  const page = await openBrowser(await shop.seller())
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await page.route('**/api/admin/orders/*/status', (route) =>
    route.fulfill({
      status: 409,
      json: { errors: 'Sudah berubah.', message: 'Sudah berubah.', code: 'INVALID_TRANSITION' },
    }),
  )
  await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kirim' }).click()
  await expectToast(page, 'Gagal memperbarui status pesanan: Sudah berubah.')
})
