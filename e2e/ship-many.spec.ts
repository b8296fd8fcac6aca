/// <reference lib="dom" />
/** 'Isi resi': many paid orders are shipped with a tracking number each. */
import type { Locator, Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { answer, expectToast, visit } from './screen.ts'
import type { Account, Order, Shop } from './shop.ts'

const resiOf = (page: Page, { id }: Order) => page.getByRole('textbox', { name: id })
const numberAt = (index: number) => `0103200589998${String(index).padStart(2, '0')}`

async function paidOrders(shop: Shop, buyer: Account, count: number): Promise<Order[]> {
  const orders: Order[] = []
  while (orders.length < count) orders.push(await shop.paidOrder(buyer))
  return orders
}

/** Pastes into the focused field, as from a spreadsheet. */
const paste = (field: Locator, text: string) =>
  field.evaluate((input, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a pasted column ships orders, names a refused one, and is undone', async ({ page, openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const orders = await paidOrders(shop, buyer, 3)
  const [first, second, cancelled] = orders as [Order, Order, Order]
  await visit(page, `/admin/manage-orders?${new URLSearchParams({ status: 'DIBAYAR', query: buyer.name })}`)
  await page.getByLabel('Pilih semua').click()
  await page.getByRole('link', { name: 'Kirim 3 pesanan' }).click()
  await page.getByLabel('Kurir', { exact: true }).selectOption('SiCepat')
  await page.getByLabel('Layanan').fill('BEST')
  await paste(resiOf(page, first), '002927168687\n12\n12\nTERLALU-BANYAK')
  await expectToast(page, 'Lebih dari jumlah pesanan, tidak dipakai: TERLALU-BANYAK')
  await expect(page.getByText(`Sama dengan resi pesanan #${cancelled.id}.`)).toBeVisible()
  await resiOf(page, cancelled).fill('002927168688')
  await expect(page.getByText('Bentuknya tidak seperti resi SiCepat. Periksa lagi.')).toBeVisible()
  // Another scan presses nothing.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Isian Anda dipulihkan')).toBeVisible()
  await page.getByRole('button', { name: 'Periksa 3 pesanan' }).click()
  const review = page.getByRole('dialog', { name: 'Kirim 3 pesanan lewat SiCepat BEST?' })
  await expect(review.getByText('1 resi perlu diperiksa.')).toBeVisible()
  await expect(review.getByRole('listitem')).toHaveText([/002927168687$/, /12Bentuknya/, /002927168688$/])
  await shop.cancelPaid(cancelled)
  await review.getByRole('button', { name: 'Tetap kirim' }).click()
  await expectToast(page, '2 pesanan dikirim')
  await expect(page.getByText(`Tidak dikirim: #${cancelled.id} (`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cetak 2 label' })).toHaveAttribute(
    'href',
    new RegExp(`${first.id},${second.id}`),
  )
  const [shipped] = await shop.orders(buyer, 'DIKIRIM')
  expect(shipped?.shipment).toMatchObject({ courier: 'SiCepat BEST', tracking_number: '12' })
  const buyersPage = await openBrowser(buyer)
  await visit(buyersPage, `/my-order/order/${first.id}`)
  await expect(buyersPage.getByText('002927168687')).toBeVisible()
  await expect(buyersPage.getByRole('link', { name: 'Lacak di SiCepat' })).toBeVisible()
  await page.getByRole('button', { name: 'Batalkan pengiriman 2 pesanan' }).click()
  await answer(page, 'Batalkan pengiriman 2 pesanan?', 'Ya, batalkan')
  await expectToast(page, 'Pengiriman dibatalkan')
  await expect(resiOf(page, first)).toHaveValue('002927168687')
  await expect(resiOf(page, second)).toHaveValue('12')
  await expect(page.getByRole('timer')).toBeHidden()
  // The courier of the last batch comes first.
  await page.reload()
  await expect(page.getByLabel('Kurir', { exact: true })).toHaveValue('SiCepat')
  await expect(page.getByLabel('Layanan')).toHaveValue('BEST')
  expect(await shop.orders(buyer, 'DIBAYAR')).toHaveLength(2)
})

test('a number leads a scanner to its row; a lost batch is undone @thorough', async ({ page, shop, faults }) => {
  faults.allow(/ERR_FAILED|ERR_EMPTY_RESPONSE/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const [first, second] = (await paidOrders(shop, buyer, 2)) as [Order, Order]
  await visit(page, `/admin/manage-orders/resi?ids=${first.id},${second.id}`)
  const scan = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(resiOf(page, first)).toBeFocused()
  await scan(second.id)
  await expect(resiOf(page, first)).toHaveValue('')
  await expect(resiOf(page, second)).toBeFocused()
  await scan(numberAt(2))
  await expect(page.getByRole('button', { name: 'Periksa 1 pesanan' })).toBeVisible()
  await page.getByLabel('Kirim juga 1 pesanan tanpa resi').click()
  await page.route('**/api/admin/orders/ship', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Periksa 2 pesanan' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('listitem')).toHaveText([/Tanpa resi$/, new RegExp(`${numberAt(2)}$`)])
  await review.getByRole('button', { name: 'Kirim', exact: true }).click()
  await expect(page.getByText('Jawaban toko tidak sampai: 2 pesanan mungkin sudah dikirim')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Tidak ada pesanan yang perlu dikirim')).toBeVisible()
  expect(await shop.orders(buyer, 'DIKIRIM')).toHaveLength(2)
  await page.getByRole('button', { name: 'Batalkan pengiriman 2 pesanan' }).click()
  await answer(page, 'Batalkan pengiriman 2 pesanan?', 'Ya, batalkan')
  await expect(resiOf(page, second)).toHaveValue(numberAt(2))
})
