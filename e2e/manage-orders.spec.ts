/// <reference lib="dom" />
/** The seller's actions on orders, on a desktop and with one thumb on a phone. */
import type { Locator, Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { answer, expectToast, hold, listed, openFilter, showAllPaid, statusBadge, visit } from './screen.ts'
import type { Order } from './shop.ts'
import { phone } from './sizes.ts'

/** In a table on a desktop, in a card on a phone. */
const linkTo = (page: Page, order: Order) => page.getByRole('main').locator(`a[href*="/${order.id}"]`)

/** Scrolls the control into the reach of the thumb, which is the lower 60 % of the screen, and taps it. */
async function tapWithThumb(page: Page, control: Locator): Promise<void> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const target = (await control.getAttribute('type')) === 'checkbox' ? control.locator('..') : control
  const box = await target.boundingBox()
  if (!box) throw new Error(`Nothing to tap: ${control}`)
  const { height } = page.viewportSize() ?? { height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  expect(Math.min(box.width, box.height), `size of ${control}`).toBeGreaterThanOrEqual(44)
  expect(y, `position of ${control} on the screen`).toBeGreaterThan(height * 0.4)
  await page.touchscreen.tap(x, y)
}

test.describe('on a phone', () => {
  test.use(phone)

  test('the seller ships three orders with one thumb', async ({ page, shop }) => {
    const buyer = await shop.makeBuyer()
    const orders = [await shop.paidOrder(buyer), await shop.paidOrder(buyer), await shop.paidOrder(buyer)]
    const press = (control: Locator) => tapWithThumb(page, control)
    await visit(page, '/admin/dashboard')
    await press(page.getByRole('link', { name: 'Lihat semua pesanan dibayar' }))
    await expect(page.getByRole('heading', { name: 'Kelola Pesanan' })).toBeVisible()
    await showAllPaid(page)
    for (const { id } of orders) {
      const checkbox = page.getByRole('checkbox', { name: `Pilih pesanan ${id}` })
      await press(checkbox)
      await expect(checkbox).toBeChecked()
    }
    await press(page.getByRole('link', { name: 'Kirim 3 pesanan' }))
    await press(page.getByRole('button', { name: 'Kirim 3 tanpa resi' }))
    const question = page.getByRole('dialog', { name: 'Kirim 3 pesanan?', exact: true })
    await press(question.getByRole('button', { name: 'Kirim', exact: true }))
    await expectToast(page, '3 pesanan dikirim')
    await expect(page.getByText('Tidak ada pesanan yang perlu dikirim')).toBeVisible()
    expect(await shop.orders(buyer, 'DIKIRIM')).toHaveLength(3)
  })
})

test('the seller ends an unpaid order, and its buyer is notified', async ({ page, openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct({ stock: 20 })
  const order = await shop.placeOrder(buyer, product, 12)
  await visit(page, `/admin/manage-products?${new URLSearchParams({ query: product.name })}`)
  await expect(listed(page, product.name)).toContainText('ditahan 12')
  await listed(page, product.name)
    .getByRole('button', { name: `Edit ${product.name}` })
    .click()
  await expect(page.getByRole('dialog')).toContainText('12 lagi ditahan pesanan yang belum dibayar')

  await visit(page, `/admin/manage-orders/order/${order.id}`)
  const end = page.getByRole('button', { name: 'Akhiri pesanan' })
  const question = `Akhiri pesanan #${order.id} yang belum dibayar?`
  await end.click()
  await answer(page, question, 'Tidak')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  const release = await hold(page, '**/api/admin/orders/*/cancel')
  await end.click()
  await answer(page, question, 'Ya, akhiri')
  await expect(end).toBeDisabled()
  await expect(end).toHaveAttribute('aria-busy', 'true')
  release()
  await expectToast(page, 'Pesanan telah diakhiri')
  await expect(statusBadge(page, 'DIBATALKAN')).toBeVisible()
  await expect(end).toBeHidden()
  await expect(page.getByRole('region', { name: 'Riwayat Pesanan' })).toContainText('Penjual')

  const buyersPage = await openBrowser(buyer)
  await visit(buyersPage, '/notifications')
  await expect(buyersPage.getByText(`Pesanan #${order.id} dibatalkan oleh penjual.`)).toBeVisible()
  await visit(page, `/admin/manage-products?${new URLSearchParams({ query: product.name })}`)
  await expect(listed(page, product.name)).toContainText('20')
  await expect(page.getByText(/ditahan/)).toBeHidden()
})

test('courier and tracking number reach the buyer, are corrected and undone', async ({ page, openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.paidOrder(buyer)
  const path = `/admin/manage-orders/order/${order.id}`
  await visit(page, path)
  await page.getByRole('button', { name: 'Kirim Pesanan' }).click()
  const question = page.getByRole('dialog', { name: `Apakah anda ingin mengirim pesanan #${order.id}`, exact: true })
  await question.getByLabel('Nama kurir').fill('JP1234567890')
  await question.getByRole('button', { name: 'Kirim', exact: true }).click()
  await expect(question.getByText('Ini seperti nomor resi.')).toBeVisible()
  await question.getByLabel('Nama kurir').fill('')
  await question.getByLabel('Nomor resi (opsional)').fill('JNE')
  await question.getByRole('button', { name: 'Kirim', exact: true }).click()
  await expect(question.getByText('Ini tanpa angka.')).toBeVisible()
  await question.getByLabel('Kurir', { exact: true }).selectOption('JNE')
  await question.getByLabel('Nomor resi (opsional)').fill('JP0001')
  await question.getByRole('button', { name: 'Kirim', exact: true }).click()
  await expectToast(page, 'Pesan telah dikirim')
  await expect(page).toHaveURL('/admin/manage-orders')

  await visit(page, path)
  await page.getByRole('button', { name: 'Ubah info pengiriman' }).click()
  await page.getByRole('dialog').getByLabel('Nomor resi (opsional)').fill('JP0002')
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Info pengiriman diperbarui')
  const buyersPage = await openBrowser(buyer)
  await visit(buyersPage, `/my-order/order/${order.id}`)
  const shipment = buyersPage.getByRole('region', { name: 'Informasi Pengiriman' })
  await expect(shipment).toContainText('JNE')
  await expect(shipment).toContainText('JP0002')
  await expect(shipment.getByRole('button', { name: 'Salin nomor resi' })).toBeVisible()
  await expect(shipment.getByRole('link', { name: 'Lacak di JNE' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.jne\.co\.id\//,
  )

  await expect(page.getByRole('timer')).toHaveText(/^sisa [0-4]:\d\d$/)
  await page.getByRole('button', { name: 'Batalkan pengiriman' }).click()
  await answer(page, `Batalkan pengiriman pesanan #${order.id}?`, 'Ya, batalkan')
  await expectToast(page, 'Pengiriman dibatalkan')
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kirim Pesanan' })).toBeVisible()
  await expect(statusBadge(buyersPage, 'DIBAYAR')).toBeVisible()
  await expect(shipment).toBeHidden()
})

test('orders are found by name, status and day, and the URL keeps the search', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.makeProduct()
  const [unpaid, paid] = [await shop.placeOrder(buyer, product), await shop.placeOrder(buyer, product)]
  await shop.pay(buyer, paid)
  await visit(page, '/admin/manage-orders')
  await page.getByRole('searchbox').fill(buyer.name.toUpperCase())
  await expect(page.getByText('Menampilkan 1 - 2 dari 2 pesanan')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pesanan Dibayar' })).toBeHidden()
  await page.getByRole('link', { name: 'Dibayar', exact: true }).click()
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pesanan')).toBeVisible()
  await expect(linkTo(page, paid)).toBeVisible()
  await expect(linkTo(page, unpaid)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pesanan')).toBeVisible()
  await page.getByRole('link', { name: 'Semua', exact: true }).click()
  await expect(page.getByText('Menampilkan 1 - 2 dari 2 pesanan')).toBeVisible()
  await openFilter(page)
  await page.getByLabel('Sampai tanggal').fill('2020-01-01')
  await expect(page.getByText('Tidak ada pesanan yang ditemukan')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Menampilkan 1 - 2 dari 2 pesanan')).toBeVisible()
  await expect(page.getByLabel('Sampai tanggal')).toHaveValue('')
})

test('a row opens its order on a press anywhere; a search is kept by a name @thorough', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const order = await shop.paidOrder(buyer)
  const views = page.getByRole('link', { name: 'Pelanggan lama' })
  await visit(page, `/admin/manage-orders?${new URLSearchParams({ query: buyer.name, status: 'DIBAYAR' })}`)
  await page.getByRole('button', { name: 'Simpan tampilan' }).click()
  await page.getByRole('dialog').getByLabel('Nama').fill('Pelanggan lama')
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan', exact: true }).click()
  await visit(page, '/admin/manage-orders')
  await expect(
    page
      .getByRole('navigation', { name: 'Status pesanan' })
      .getByText(/^\d+ pesanan$/)
      .first(),
  ).toBeVisible()
  await views.click()
  await expect(page.getByText('Menampilkan 1 - 1 dari 1 pesanan')).toBeVisible()
  // A press on the checkbox chooses the order, one beside it opens the order.
  await page.getByRole('checkbox', { name: `Pilih pesanan ${order.id}` }).click()
  await expect(page.getByRole('link', { name: 'Kirim 1 pesanan' })).toBeVisible()
  await listed(page, order.id).getByText('Jl. Kenanga No. 3').click()
  await expect(page.getByRole('heading', { level: 1, name: order.id })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Hapus tampilan Pelanggan lama' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Simpan tampilan' })).toBeVisible()
  await expect(views).toBeHidden()
})
