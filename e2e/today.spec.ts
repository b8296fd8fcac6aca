import { expect, sellerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'

test('a seller ticks off what is made, packs an order and takes that back', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, product, 3)
  await shop.pay(buyer, order)
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/admin/dashboard')
  const tasks = page.getByRole('region', { name: 'Kerjakan sekarang' })
  await expect(tasks.getByRole('link', { name: /pesanan perlu dikemas/ })).toBeInViewport()
  await tasks.getByRole('link', { name: /barang perlu dibuat/ }).click()
  const goods = page.getByRole('checkbox', { name: product.name })
  await expect(goods).toHaveAccessibleName(/^3/)
  await goods.click()
  await expect(goods).toBeChecked()
  await page.reload()
  await expect(goods).toBeChecked()

  await page.getByRole('link', { name: 'Kemas pesanan' }).click()
  await expect(page.getByRole('heading', { name: 'Perlu dikemas' })).toBeVisible()
  // The oldest come first, and other tests have orders, too.
  await visit(page, `/admin/manage-orders?packed=no&query=${order.id}`)
  const card = page.getByRole('listitem').filter({ hasText: order.id })
  await card.getByRole('button', { name: 'Sudah dikemas' }).click()
  await expect(card).toBeHidden()
  const message = page.getByRole('status').filter({ hasText: `#${order.id} sudah dikemas` })
  await message.getByRole('button', { name: 'Urungkan' }).click()
  await expect(card.getByRole('button', { name: 'Sudah dikemas' })).toHaveAttribute('aria-pressed', 'false')

  // The chosen orders together.
  await card.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sudah dikemas', exact: true }).click()
  await expect(card).toBeHidden()
  const marked = page.getByRole('status').filter({ hasText: '1 pesanan sudah dikemas' })
  await marked.getByRole('button', { name: 'Urungkan' }).click()
  await expect(card.getByRole('button', { name: 'Sudah dikemas' })).toHaveAttribute('aria-pressed', 'false')
})
