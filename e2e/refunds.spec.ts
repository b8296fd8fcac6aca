/** The seller gives money back: through the gateway, in part, and by hand. */
import { expect, test } from './fixtures.ts'
import { owner, ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import type { Account, Order, Shop } from './shop.ts'

useOwnShop(firstPort + 80, ownerSettings)

/** An order that its buyer has paid by QRIS. */
async function paidByQris(shop: Shop, buyer: Account): Promise<Order> {
  await shop.changeSettings({ payment_methods: ['other_qris', 'bca_va'] })
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.inSandbox(order.id, 'charge', { method: 'other_qris' })
  await shop.pay(buyer, order)
  return order
}

test('a paid order is cancelled, and its money goes back through Midtrans after the password', async ({
  openBrowser,
  shop,
  faults,
}) => {
  faults.allow(/400/)
  const buyer = await shop.makeBuyer()
  const order = await paidByQris(shop, buyer)
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await page.getByRole('button', { name: 'Ubah pesanan' }).click()
  await page.getByRole('button', { name: 'Batalkan pesanan' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Alasan').fill('Stok habis')
  await expect(question.getByLabel('Kembalikan barang ke stok')).toBeChecked()
  await question.getByRole('button', { name: 'Ya, batalkan' }).click()
  await expectToast(page, 'Pesanan dibatalkan, dananya perlu dikembalikan')
  await expect(statusBadge(page, 'DIBATALKAN')).toBeVisible()
  await page.getByRole('link', { name: 'Lihat pengembalian dana' }).click()
  const card = page.getByRole('listitem').filter({ hasText: order.id })
  await expect(card).toContainText('Stok habis')
  await card.getByRole('button', { name: 'Kembalikan lewat Midtrans' }).click()
  const password = page.getByLabel('Kata sandi akun Anda')
  await password.fill('salah-sekali')
  await page.getByRole('button', { name: 'Kembalikan', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Kata sandi saat ini salah.')
  await password.fill(owner.password)
  await page.getByRole('button', { name: 'Kembalikan', exact: true }).click()
  await expectToast(page, 'Dana sudah dikembalikan lewat Midtrans')
  await page.getByRole('link', { name: 'Sudah dikembalikan' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: order.id })).toContainText(
    'lewat Midtrans oleh Administrator',
  )

  const buyers = await openBrowser(buyer)
  await visit(buyers, `/my-order/order/${order.id}`)
  const refunds = buyers.getByRole('region', { name: 'Pengembalian Dana' })
  await expect(refunds).toContainText('Sudah dikembalikan')
  await expect(refunds).toContainText('Alasan: Stok habis')
  await buyers.getByRole('link', { name: 'Simpan struk' }).click()
  const receipt = buyers.getByRole('article')
  await expect(receipt).toContainText(/Dikembalikan Rp/)
  await expect(receipt).not.toContainText('Lunas')
})

test('a part goes back by hand to the buyer’s account, and a record that was a mistake is taken back', {
  tag: '@thorough',
}, async ({ openBrowser, shop, faults }) => {
  faults.allow(/400/)
  const buyer = await shop.makeBuyer()
  const order = await shop.paidOrder(buyer)
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  const refundPart = async (amount: string) => {
    await page.getByRole('button', { name: 'Ubah pesanan' }).click()
    await page.getByRole('button', { name: 'Kembalikan sebagian dana' }).click()
    await page.getByLabel('Jumlah (Rp)').fill(amount)
    await page.getByLabel('Alasan').fill('Satu toples pecah')
    await page.getByRole('button', { name: 'Kembalikan', exact: true }).click()
  }
  await refundPart('999999999')
  await expect(page.getByRole('dialog')).toContainText('Paling banyak Rp')
  await page.getByLabel('Jumlah (Rp)').fill('5000')
  await page.getByRole('button', { name: 'Kembalikan', exact: true }).click()
  await expectToast(page, 'Dana ini sekarang ada di Pengembalian Dana', 'Lihat pengembalian dana')
  await visit(page, '/admin/refunds')
  const card = page.getByRole('listitem').filter({ hasText: order.id })
  const toAsk = page.getByRole('region', { name: 'Minta rekening pembeli' }).filter({ has: card })
  await expect(toAsk).toContainText('BCA Virtual Account tidak bisa dikembalikan lewat Midtrans')
  await expect(card.getByRole('link', { name: 'Minta rekening' })).toHaveAttribute('href', /wa\.me.*rekening/)
  await card.getByRole('button', { name: 'Batalkan pengembalian' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, batalkan' }).click()
  await expectToast(page, 'Pengembalian dibatalkan')
  await expect(card).toBeHidden()
  await visit(page, `/admin/manage-orders/order/${order.id}`)
  await refundPart('6000')
  await expectToast(page, 'Dana ini sekarang ada di Pengembalian Dana', 'Lihat pengembalian dana')
  await visit(page, '/admin/refunds')

  const buyers = await openBrowser(buyer)
  await visit(buyers, `/my-order/order/${order.id}`)
  const refunds = buyers.getByRole('region', { name: 'Pengembalian Dana' })
  await refunds.getByLabel('Nama bank').fill('BCA')
  await refunds.getByLabel('Nomor rekening').fill('12')
  await refunds.getByLabel('Nama pemilik rekening').fill('Ani Lestari')
  await refunds.getByLabel('Kata sandi akun Anda').fill(buyer.password)
  await refunds.getByRole('button', { name: 'Simpan rekening' }).click()
  await expect(refunds).toContainText('Nomor rekening harus 5 sampai 30 angka.')
  await refunds.getByLabel('Nomor rekening').fill('1234567890')
  await refunds.getByRole('button', { name: 'Simpan rekening' }).click()
  await expect(refunds).toContainText('BCA ••••7890')
  await page.reload()
  await expect(card).toContainText('BCA 1234567890, Ani Lestari')
  await expect(page.getByRole('region', { name: 'Transfer ke rekening pembeli' }).filter({ has: card })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Minta rekening' })).toBeHidden()
  await card.getByRole('button', { name: 'Sudah dikembalikan' }).click()
  await page.getByLabel('Catatan').fill('Transfer BCA')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Pengembalian dana dicatat')
  await page.getByRole('link', { name: 'Sudah dikembalikan' }).click()
  await expect(card).toContainText('Transfer BCA')
  await card.getByRole('button', { name: 'Belum dikembalikan' }).click()
  await page.getByRole('button', { name: 'Ya, belum' }).click()
  await expectToast(page, 'Dana ini perlu dikembalikan lagi')
  await page.getByRole('link', { name: 'Perlu dikembalikan' }).click()
  await expect(card).toBeVisible()
})
