import { expect, sellerTest as test } from './fixtures.ts'
import { answer, expectToast, jakartaTime, listed, statusBadge, visit } from './screen.ts'
import { seller } from './set-ups.ts'

test('the sidebar links to every admin page and to the shop, and logging out asks first', async ({ page }) => {
  await visit(page, '/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('banner')).toContainText(seller.name)
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
  const rooms = page.getByRole('navigation', { name: 'Navigasi admin' })
  for (const [room, heading] of [
    ['Produk', 'Kelola Produk'],
    ['Pesanan', 'Kelola Pesanan'],
    ['Pengguna', 'Kelola Pengguna'],
    ['Profil', 'Profil Admin'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await rooms.getByRole('link', { name: room, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    if (room !== 'Profil') continue
    await expect(page.getByText('Administrator', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Nama Lengkap')).toHaveValue(seller.name)
  }
  await visit(page, '/admin/production')
  await expect(rooms.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await visit(page, '/admin/dashboard')
  await rooms.getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Batal')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Navigasi bawah' })).toBeHidden()
  await page.getByRole('link', { name: 'Lihat toko' }).first().click()
  await expect(page).toHaveURL('/')
})

test('the dashboard shows revenue, counts and the newest orders', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct({ price: 40_000 }))
  await shop.pay(buyer, order)
  await visit(page, '/admin/dashboard')
  const summary = page.getByRole('region', { name: 'Ringkasan' })
  const figure = (name: string) =>
    summary.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')
  await expect(figure('Pendapatan')).toHaveText(/^Rp\s\d{2,3}\.\d{3}|^Rp\s[\d.]+$/)
  await expect(figure('Pesanan')).toHaveText(/^[1-9][\d.]*$/)
  await expect(figure('Pengguna')).toHaveText(/^[1-9][\d.]*$/)
  const byStatus = summary.getByRole('list', { name: 'Pesanan menurut status' }).getByRole('listitem')
  await expect(byStatus).toHaveText([
    /^Belum dibayarDIPROSES\d/,
    /^DIBAYAR[1-9]/,
    /^DIKIRIM\d/,
    /^SELESAI\d/,
    /^DIBATALKAN\d/,
  ])
  const latest = page.getByRole('region', { name: 'Pesanan Terbaru' })
  await expect(latest.getByRole('row').or(latest.getByRole('listitem')).filter({ hasText: order.id })).toContainText(
    jakartaTime(order.order_time),
  )

  await page.route('**/api/admin/dashboard?*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const orders_by_status = { ...data.orders_by_status, DIBAYAR: 105 }
    await route.fulfill({ response, json: { data: { ...data, orders_by_status } } })
  })
  await page.reload()
  const toShip = page.getByRole('region', { name: '105 pesanan perlu dikirim' })
  await expect(toShip.getByRole('listitem').first()).toBeVisible()
  await expect(toShip).toContainText(`dan ${105 - (await toShip.getByRole('listitem').count())} lagi`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('users are found by name, email or phone, and administrators are marked', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  await visit(page, '/admin/manage-users')
  const headings = ['No', 'Nama', 'Email', 'Nomor Telepon', 'Jenis Kelamin', 'Alamat']
  await expect(page.getByRole('columnheader')).toHaveText(headings)
  await page.getByRole('searchbox', { name: 'Cari pengguna...' }).fill(buyer.email.toUpperCase())
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pengguna')).toBeVisible()
  const cells = ['1', buyer.name, buyer.email, '081234567890', '-', '-']
  await expect(listed(page, buyer.name).getByRole('cell')).toHaveText(cells)
  await expect(listed(page, buyer.name)).toContainText(buyer.email)
  await expect(listed(page, buyer.name)).not.toContainText('Administrator')
  await page.getByRole('searchbox', { name: 'Cari pengguna...' }).fill(seller.email)
  await expect(listed(page, seller.email)).toContainText('Administrator')
  await page.getByRole('searchbox', { name: 'Cari pengguna...' }).fill('tidak-ada-yang-begini')
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pengguna')).toBeHidden()
  await expect(page.getByText('Tidak ada pengguna yang ditemukan')).toBeVisible()
})

test('only a paid order is shipped, once, and a refusal has its reason', async ({ page, shop, faults }) => {
  faults.allow(/ApiError/)
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct({ price: 35_000 })
  const order = await shop.placeOrder(buyer, product, 2)
  const ship = page.getByRole('button', { name: 'Kirim Pesanan' })
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Pesanan #${order.id}` })).toBeVisible()
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  await expect(ship).toBeHidden()
  const recipient = page.getByRole('region', { name: 'Informasi Penerima' })
  await expect(recipient.getByRole('definition')).toHaveText([
    buyer.name,
    '081234567890',
    'Jakarta',
    'Jl. Kenanga No. 3',
  ])
  const item = page.getByRole('region', { name: 'Produk Dipesan' }).getByRole('listitem')
  await expect(item).toContainText([product.name])
  await expect(item).toContainText(['2 × Rp 35.000'])
  await expect(item).toContainText(['Rp 70.000'])
  await expect(page.getByRole('region', { name: 'Informasi Pembayaran' })).toBeHidden()
  await page.getByRole('link', { name: 'Kembali' }).click()
  await expect(page).toHaveURL('/admin/manage-orders')

  await shop.pay(buyer, order)
  await visit(page, '/admin/manage-orders')
  const all = page.getByRole('region', { name: 'Semua Pesanan' }).first()
  await expect(all).toBeVisible()
  await expect(all).not.toContainText(order.id)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  const payment = page.getByRole('region', { name: 'Informasi Pembayaran' })
  await expect(payment).toContainText('BCA Virtual Account')
  await expect(payment.getByRole('button', { name: 'Tanya Midtrans' })).toBeVisible()
  const refused = { data: [{ id: order.id, outcome: 'refused', reason: 'Sudah berubah.' }] }
  await page.route('**/api/admin/orders/ship', (route) => route.fulfill({ json: refused }))
  await ship.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kirim' }).click()
  await expectToast(page, 'Gagal memperbarui status pesanan: Sudah berubah.')
  await shop.ship(order)
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await expect(statusBadge(page, 'DIKIRIM')).toBeVisible()
  await expect(ship).toBeHidden()
})
