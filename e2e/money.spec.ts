/** Money that was taken back, and money that differs: nothing is shipped or forgotten. */
import { expect, test } from './fixtures.ts'
import { owner, ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'

useOwnShop(firstPort + 90, ownerSettings)

test('a held order can’t be shipped until it is released, and is cancelled without a refund', async ({
  openBrowser,
  shop,
}) => {
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
  await page.getByRole('button', { name: 'Kirim 1 pesanan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kirim', exact: true }).click()
  const refusal = `Tidak dikirim: #${held.id} (Uang pesanan ini ditarik kembali. Periksa dulu sebelum mengirim.)`
  await expect(page.getByText(refusal)).toBeVisible()

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

test('a part that was refunded at Midtrans stays listed until it is noted, which can be undone', async ({
  openBrowser,
  shop,
}) => {
  await shop.changeSettings({ payment_methods: ['other_qris', 'bca_va'] })
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.inSandbox(order.id, 'charge', { method: 'other_qris' })
  await shop.pay(buyer, order)
  await shop.inSandbox(order.id, 'refund', { amount: 5_000 })
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, '/admin/notifications')
  await page
    .getByRole('link', { name: /dikembalikan atau dibatalkan oleh penyedia/ })
    .first()
    .click()
  const taken = page.getByRole('region', { name: 'Sebagian uang ditarik kembali' })
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
  await expect(page.getByText(/Dikembalikan, ditarik, atau harus dikembalikan Rp/)).toBeVisible()
})
