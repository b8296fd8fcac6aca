import { expect, buyerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'

test('notifications are counted, marked as read, one or all, and deleted', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  const first = await shop.placeOrder(buyer, product)
  const second = await shop.placeOrder(buyer, product)
  await shop.pay(buyer, second)
  await visit(page, '/')
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifikasi/ })
  await expect(bell).toHaveAccessibleName('Notifikasi 3 belum dibaca')
  await bell.click()

  const row = page.getByRole('main').locator('ul > li')
  await expect(row, 'one for each order').toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Hari ini' })).toBeVisible()
  await expect(row.first().getByText('baru saja').first()).toBeVisible()
  await expect(row.first()).toContainText(`Pembayaran pesanan #${second.id} sudah kami terima.`)
  await row.first().getByRole('button', { name: 'Tandai dibaca' }).click()
  await expect(row.first().getByRole('button', { name: 'Tandai dibaca' })).toBeHidden()
  await expect(row.first()).toBeFocused()
  await expect(bell).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  await row.first().getByText('1 kabar sebelumnya').click()
  await expect(row.first()).toContainText(`Pesanan #${second.id} berhasil dibuat`)
  await page.getByRole('button', { name: 'Tandai semua dibaca' }).click()
  await expect(bell).toHaveAccessibleName('Notifikasi')
  await expect(page.getByRole('button', { name: 'Tandai dibaca' })).toHaveCount(0)

  await row.first().getByRole('button', { name: 'Hapus notifikasi' }).click()
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(row).toHaveCount(1)
  await page.getByRole('link', { name: `Pesanan #${first.id} berhasil dibuat` }).click()
  await expect(page).toHaveURL(`/my-order/order/${first.id}`)
})

test('notifications are below the day on which they came', async ({ page, buyer, shop }) => {
  await shop.placeOrder(buyer, await shop.makeProduct())
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  // The day is that of the server's clock.
  await page.route(/\/api\/(?!.*stream)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: tomorrow.toUTCString() } })
  })
  await visit(page, '/notifications')
  const day = page.getByRole('region', { name: 'Kemarin' })
  await expect(day.getByRole('heading', { name: 'Kemarin' })).toBeVisible()
  await expect(day.getByRole('listitem')).toHaveText(/\d\d:\d\d WIB/)
})

test('above 99 the bell shows 99+', async ({ page }) => {
  await page.route('**/api/notifications?*', (route) => route.fulfill({ json: { data: [], unread_count: 123 } }))
  await visit(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Notifikasi/ })).toContainText('99+')
})
