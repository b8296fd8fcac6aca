/** Money that was taken back, and money that differs: nothing is shipped or forgotten. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { owner, ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort, gatewayKeys, separateSandbox } from './set-ups.ts'
import type { Shop } from './shop.ts'
import { translate } from './translate.ts'

/** Money arrives at the gateway for an order that this shop does not have. */
async function payWithoutOrder(shop: Shop, order_id: string, gross_amount: number): Promise<void> {
  const answer = await fetch(`${separateSandbox.MIDTRANS_API_URL}/snap/v1/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${gatewayKeys.serverKey}:`)}`,
      'content-type': 'application/json',
      'x-override-notification': `${shop.url}/api/payments/notification`,
    },
    body: JSON.stringify({ transaction_details: { order_id, gross_amount } }),
  })
  expect(answer.ok).toBe(true)
  await shop.payInSandbox(order_id)
}

useOwnShop(firstPort + 90, { ...ownerSettings, ...separateSandbox })

test('a held order isn’t shipped until released, and is cancelled without a refund', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const [held, other] = [await shop.paidOrder(buyer), await shop.paidOrder(buyer)]
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, '/admin/money')
  await expect(page.getByText('Tidak ada uang yang perlu dilihat')).toBeVisible()
  for (const { id } of [held, other]) await shop.inSandbox(id, 'chargeback')
  const withdrawn = page.getByRole('region', { name: 'Uang ditarik kembali' })
  const cards = withdrawn.getByRole('listitem')
  await expect(cards).toHaveCount(2)

  await visit(page, '/admin/dashboard')
  await page.getByRole('link', { name: /hal tentang uang perlu dilihat/ }).click()
  const card = cards.filter({ hasText: held.id })
  await expect(withdrawn).toContainText('jangan dikirim dulu')
  await card.getByRole('link', { name: `#${held.id}` }).click()
  await expect(page.getByRole('alert')).toContainText('Jangan dikirim dulu')
  await expect(page.getByRole('button', { name: 'Kirim Pesanan' })).toBeHidden()
  await visit(page, `/admin/print?ids=${held.id}`)
  await expect(page.getByRole('article')).toContainText('JANGAN DIKIRIM')

  await visit(page, '/admin/manage-orders')
  await expect(page.getByText('Uang ditarik', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page
    .getByRole('checkbox', { name: `Pilih pesanan ${held.id}` })
    .filter({ visible: true })
    .first()
    .check()
  await page.getByRole('link', { name: 'Kirim 1 pesanan' }).click()
  await expect(page.getByText(`Tidak ikut dikirim karena uangnya ditarik kembali: #${held.id}.`)).toBeVisible()

  await visit(page, `/admin/manage-orders/order/${held.id}`)
  await page.getByRole('button', { name: 'Lepas pesanan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, lepas' }).click()
  await expectToast(page, 'Pesanan tidak ditahan lagi')
  await expect(page.getByRole('button', { name: 'Kirim Pesanan' })).toBeVisible()
  await expect(page.getByText('dan pesanannya sudah dilepas')).toBeVisible()

  await visit(page, '/admin/money')
  await cards.filter({ hasText: other.id }).getByRole('button', { name: 'Batalkan pesanan' }).click()
  await expect(page.getByRole('dialog')).toContainText('tidak ada dana yang perlu dikembalikan')
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, batalkan' }).click()
  await expectToast(page, 'Pesanan dibatalkan')
  // It may be shipped, and its money is gone until that is accepted.
  await page.getByRole('button', { name: 'Terima selisih' }).click()
  await page.getByLabel('Catatan').fill('Direlakan')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tidak ada uang yang perlu dilihat')).toBeVisible()
  const buyers = await openBrowser(buyer)
  await visit(buyers, `/my-order/order/${other.id}`)
  await expect(statusBadge(buyers, 'DIBATALKAN')).toBeVisible()
  await expect(buyers.getByText(/pengembalian dana/i)).toHaveCount(0)
})

test('a part that was refunded at Midtrans stays listed until it is noted', async ({ openBrowser, shop }) => {
  const order = await shop.paidByQris(await shop.makeBuyer())
  await shop.inSandbox(order.id, 'refund', { amount: 5_000 })
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, '/admin/notifications')
  await page
    .getByRole('link', { name: /dikembalikan atau dibatalkan oleh penyedia/ })
    .first()
    .click()
  const taken = page.getByRole('region', { name: 'Sebagian uang tidak ada lagi' })
  const card = taken.getByRole('listitem').filter({ hasText: order.id })
  await expect(card).toBeVisible()
  const check = async () => {
    await card.getByRole('button', { name: 'Terima selisih' }).click()
    await page.getByLabel('Catatan').fill('Saya sendiri yang mengembalikan')
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(card).toBeHidden()
  }
  await check()
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expect(card).toBeVisible()
  await check()
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
  await expect(page.getByText(/catatan “Saya sendiri yang mengembalikan”/i).first()).toBeVisible()
  await visit(page, '/admin/dashboard')
  await expect(page.getByText(/Dikembalikan, ditarik, atau perlu dikembalikan Rp/)).toBeVisible()
})

test('two presses on a translated page explain money once', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 4(00|04|09)/)
  const [buyer, product] = [await shop.makeBuyer(), await shop.makeProduct()]
  const unpaid = await shop.placeOrder(buyer, product)
  const [joined, allowed] = [await shop.paidByQris(buyer), await shop.paidByQris(buyer)]
  const part = { amount: 5_000, reason: 'Kurang satu' }
  await shop.asSeller('POST', `orders/${joined.id}/refunds`, part)
  await shop.asSeller('POST', `refunds/${joined.id}/done`, { note: 'Transfer BCA' })
  for (const { id } of [joined, allowed]) await shop.inSandbox(id, 'refund', { amount: 5_000 })
  const entered = await shop.enterOrder([product])
  const transfer = { way: 'transfer', amount: unpaid.total_price + 4_000, day: new Date().toISOString().slice(0, 10) }
  await shop.asSeller('POST', `orders/${entered.order_id}/hand-payment`, transfer)
  await payWithoutOrder(shop, 'LAIN-1', unpaid.total_price)
  const page = await openBrowser(await shop.logIn(owner))
  const other = await page.context().newPage()
  await page.addInitScript(translate, { isAtOnce: false })
  for (const tab of [page, other]) {
    await visit(tab, '/admin/dashboard')
    await tab.getByRole('link', { name: /^Perlu dilihat/ }).click()
    await expect(tab.getByRole('listitem').filter({ hasText: 'LAIN-1' })).toBeVisible()
  }
  const rowOf = (tab: Page, id: string) => tab.getByRole('listitem').filter({ hasText: id })
  const open = (tab: Page, id: string, action: string) => rowOf(tab, id).getByRole('button', { name: action }).click()
  const save = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: 'Simpan' })

  for (const [tab, order] of [
    [page, '261120-FFFFFF'],
    [other, allowed.id],
  ] as const) {
    await open(tab, 'LAIN-1', 'Catat untuk pesanan')
    await tab.getByLabel('Nomor pesanan').fill(order)
    await tab.getByLabel('Catatan').fill('Bukti transfer')
  }
  await save(page).click()
  await expect(page.getByText('Tidak ada pesanan dengan nomor ini.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Catatan')).toHaveValue('Bukti transfer')
  await page.getByLabel('Nomor pesanan').fill(unpaid.id)
  await save(page).dblclick()
  await expectToast(page, 'Pembayaran dicatat untuk pesanan ini')
  await expect(rowOf(page, 'LAIN-1')).toBeHidden()
  await expect.poll(async () => (await shop.order(buyer, unpaid.id)).status).toBe('DIBAYAR')
  // The other tab keeps what is typed, and says why it was of no use.
  await save(other).click()
  await expectToast(other, `Pembayaran ini sudah dicatat untuk pesanan #${unpaid.id}.`)
  await expect(rowOf(other, 'LAIN-1')).toBeHidden()

  await open(page, joined.id, 'Sama dengan transfer')
  await page.getByLabel('Catatan').fill('Di dasbor hanya ada satu')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await open(page, joined.id, 'Sama dengan transfer')
  await expect(page.getByLabel('Catatan')).toHaveValue('Di dasbor hanya ada satu')
  await save(page).dblclick()
  await expectToast(page, 'Dicatat sebagai satu pengembalian')
  await expect(rowOf(page, joined.id)).toBeHidden()

  for (const tab of [page, other]) {
    await open(tab, allowed.id, 'Setujui pengembalian')
    await tab.getByLabel('Alasan').fill('Satu toples pecah')
  }
  await save(page).click()
  await expectToast(page, 'Pengembalian disetujui')
  await expect(rowOf(page, allowed.id)).toBeHidden()
  await save(other).click()
  await expectToast(other, 'Data tidak ditemukan.')
  await expect(rowOf(other, allowed.id)).toBeHidden()

  await page.getByRole('link', { name: 'Buka Pengembalian Dana' }).click()
  await open(page, entered.order_id, 'Terima selisih')
  await page.getByLabel('Catatan').fill('Untuk ongkos, kata Bu Rina')
  await save(page).click()
  await expectToast(page, 'Selisih diterima')
  await expect(page.getByText('Tidak ada dana yang perlu dikembalikan')).toBeVisible()
  await visit(page, '/admin/money')
  await expect(page.getByText('Tidak ada uang yang perlu dilihat')).toBeVisible()
  const buyers = await openBrowser(buyer)
  await visit(buyers, `/my-order/order/${allowed.id}`)
  await expect(buyers.getByRole('region', { name: 'Pengembalian Dana' })).toContainText('Alasan: Satu toples pecah')
})
