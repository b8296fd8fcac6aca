import { expect } from '@playwright/test'
import { paymentMethodNames } from '../contract/src/payment-methods.ts'
import { showing } from './buyer-screens.ts'
import type { Walk } from './screens.ts'

/** An unpaid order by each kind of method, and what follows. The shop offers all methods from then on. */
export async function paymentScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  await shop.changeSettings({ payment_methods: [...paymentMethodNames] })
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('nastar')
  const page = await openBrowser(buyer)
  const show = showing(page, look)
  for (const method of ['bni_va', 'echannel', 'indomaret', 'other_qris'] as const) {
    const order = await shop.placeOrder(buyer, product, 1, { method })
    await shop.inSandbox(order.id, 'charge', { method })
    await show(`order-unpaid-${method}`, `/my-order/order/${order.id}`)
  }
  await page.getByRole('button', { name: 'Ganti cara bayar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'order-change-payment')
  await page.keyboard.press('Escape')
  await shop.advanceSandbox(16)
  await expect(page.getByText('Waktu kode QR habis.')).toBeVisible()
  await look(page, 'order-qr-ran-out')
  const open = await shop.placeOrder(buyer, product)
  await show('order-unpaid-not-chosen', `/my-order/order/${open.id}`)
  await show('my-order-methods', '/my-order')
}
