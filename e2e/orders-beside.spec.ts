/// <reference lib="dom" />
/** The list of orders beside an order, on a desktop. */
import type { Page, Route } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { answer, visit } from './screen.ts'
import type { Account, Order, Shop } from './shop.ts'

const listCalls = '**/api/admin/orders?*'
const listBeside = (page: Page) => page.getByRole('navigation', { name: 'Daftar pesanan' })
const rowOf = (page: Page, { id }: Order) => listBeside(page).getByRole('link', { name: `#${id}` })
const headingOf = (page: Page, { id }: Order) => page.getByRole('heading', { level: 1, name: `Pesanan #${id}` })

async function paidOrders(shop: Shop, buyer: Account, count: number): Promise<Order[]> {
  const orders: Order[] = []
  while (orders.length < count) orders.push(await shop.paidOrder(buyer))
  return orders
}

test('the list stays beside the order that was opened from it', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const orders = await paidOrders(shop, buyer, 9)
  const [last, secondLast, , fourth] = orders as [Order, Order, Order, Order]
  const list = `/admin/manage-orders?${new URLSearchParams({ status: 'DIBAYAR', query: buyer.name })}`
  const expectShown = async (order: Order) => {
    await expect(headingOf(page, order)).toBeVisible()
    await expect(listBeside(page).locator('[aria-current]')).toHaveText(new RegExp(order.id))
    await expect(rowOf(page, order)).toBeInViewport({ ratio: 1 })
  }
  const scrolled = () => rowOf(page, last).evaluate((row) => row.closest('.overflow-y-auto')?.scrollTop)
  const connected = page.waitForResponse('**/api/notifications/stream')
  await visit(page, list)
  await connected
  await page.getByRole('link', { name: `Lihat Pesanan ${last.id}` }).click()
  await expectShown(last)
  await expect(listBeside(page).getByRole('listitem')).toHaveCount(9)

  await page.getByText('Riwayat Pesanan').click()
  await expect(page.getByText('Pesanan dibuat')).toBeVisible()
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await rowOf(page, secondLast).click()
  await expectShown(secondLast)
  await expect(headingOf(page, secondLast)).toBeFocused()
  await expect(page.getByText('Pesanan dibuat')).toBeHidden() // what was opened belongs to the other order
  expect(await scrolled()).toBe(before)

  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'Kembali' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(rowOf(page, last)).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Enter')
  await expectShown(last)
  await expect(headingOf(page, last)).toBeFocused()

  // Events during a load don't end it: its answer is shown, and one more load follows.
  const held: Route[] = []
  await page.route(listCalls, (route) => void held.push(route))
  await shop.paidOrder(buyer)
  await expect.poll(() => held.length).toBe(1)
  const paidNow = await shop.paidOrder(buyer)
  await held[0]?.continue()
  await expect(rowOf(page, paidNow)).toContainText('DIBAYAR')
  await expect.poll(() => held.length).toBe(2)
  await page.unroute(listCalls)

  await visit(page, `${page.url()}&page=9`) // the list has become shorter than its URL
  await expectShown(last)
  for (const [step, place] of [
    ['Sebelumnya', '1 dari 2'],
    ['Berikutnya', '2 dari 2'],
  ] as const) {
    const link = listBeside(page).getByRole('link', { name: step })
    await link.press('Enter')
    await expect(listBeside(page)).toContainText(place)
    await expect(link).toHaveAttribute('aria-disabled', 'true')
    await expect(link).toBeFocused()
  }
  await page.getByRole('link', { name: 'Kembali' }).click()
  await expect(page).toHaveURL(`${list}&page=2`)

  // The row is in full sight also if the edge of the window would cut it.
  await page.setViewportSize({ width: 1280, height: 1000 })
  await visit(page, list.replace('manage-orders', `manage-orders/order/${fourth.id}`))
  const { y, height } = (await rowOf(page, fourth).boundingBox()) as { y: number; height: number }
  await page.setViewportSize({ width: 1280, height: Math.round(y + 0.7 * height) })
  await page.reload()
  await expect(rowOf(page, fourth)).toBeInViewport({ ratio: 1 })
})

test('an order is shown alone without its list or room, and its changes are listed', async ({ page, shop, faults }) => {
  faults.allow(/ERR_FAILED/)
  const order = await shop.placeOrder(await shop.makeBuyer(), await shop.makeProduct())
  const path = `/admin/manage-orders/order/${order.id}`
  await page.route(listCalls, (route) => route.abort())
  // An event of another test would load the list again.
  await page.route('**/api/notifications/stream', () => {})
  await visit(page, `${path}?query=${order.id}`)
  await expect(listBeside(page).getByRole('alert')).toHaveText(/^Gagal memuat daftar pesanan/)
  await expect(headingOf(page, order)).toBeVisible()
  await page.unroute(listCalls)
  await listBeside(page).getByRole('button', { name: 'Coba lagi' }).click()
  await expect(rowOf(page, order)).toContainText('DIPROSES')
  await page.getByRole('button', { name: 'Akhiri pesanan' }).click()
  await answer(page, `Akhiri pesanan #${order.id} yang belum dibayar?`, 'Ya, akhiri')
  await expect(rowOf(page, order)).toContainText('DIBATALKAN')
  await visit(page, path) // a direct visit has no search
  await expect(listBeside(page).getByRole('list', { name: /^Semua Pesanan/ })).toBeVisible()
  await page.setViewportSize({ width: 1279, height: 900 })
  await expect(listBeside(page)).toHaveCount(0)
  await expect(headingOf(page, order)).toBeVisible()
})
