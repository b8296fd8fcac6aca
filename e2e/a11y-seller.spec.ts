import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

test('the pages of the seller', async ({ openBrowser, shop }) => {
  test.slow()
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.pay(buyer, order)
  const page = await openBrowser(await shop.seller())
  const orders = ['manage-orders', `manage-orders/order/${order.id}`, `print?ids=${order.id}`]
  for (const room of ['dashboard', ...orders, 'manage-users', 'profile', 'notifications', 'manage-products']) {
    await visit(page, `/admin/${room}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, room)
  }
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  await expectAccessible(page, 'the form of a product')
})
