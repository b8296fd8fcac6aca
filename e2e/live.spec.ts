import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { statusBadge, visit } from './screen.ts'
import type { Account, Order } from './shop.ts'

/** How soon an open page shows what happened. */
const soon = { timeout: 2_000 }
const stream = '**/api/notifications/stream'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifikasi/ })

/** Open an order's page, listening. */
async function watchOrder(page: Page, order: Order): Promise<void> {
  const listening = page.waitForResponse(stream)
  await visit(page, `/my-order/order/${order.id}`)
  await listening
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
}

async function expectPaid(page: Page): Promise<void> {
  await Promise.all([
    expect(statusBadge(page, 'DIBAYAR')).toBeVisible(soon),
    expect(bell(page)).toHaveAccessibleName('Notifikasi 2 belum dibaca', soon),
  ])
}

let buyer: Account
let order: Order
test.beforeEach(async ({ shop }) => {
  buyer = await shop.makeBuyer()
  order = await shop.placeOrder(buyer, await shop.makeProduct())
})

test('an open order page and its bell show the payment by themselves', async ({ openBrowser, shop }) => {
  const page = await openBrowser(buyer)
  await watchOrder(page, order)
  await shop.payAtBank(order.id)
  await expectPaid(page)
})

test('a second tab shows it too, over the line of the first', async ({ openBrowser, shop }) => {
  const first = await openBrowser(buyer)
  await watchOrder(first, order)
  let lines = 1
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/notifications/stream')) lines += 1
  })
  const second = await first.context().newPage()
  await visit(second, `/my-order/order/${order.id}`)
  await expect(bell(second)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  await shop.payAtBank(order.id)
  await Promise.all([expectPaid(first), expectPaid(second)])
  expect(lines).toBe(1)

  // The tab that held the line is gone: the other takes it over.
  const listening = second.waitForResponse(stream)
  await first.close()
  await listening
  await shop.ship(order)
  await expect(statusBadge(second, 'DIKIRIM')).toBeVisible(soon)
})

test('a tab that takes the line over shows what happened while nobody listened', async ({ openBrowser, shop }) => {
  const first = await openBrowser(buyer)
  await watchOrder(first, order)
  const second = await first.context().newPage()
  const { promise: paid, resolve: pay } = Promise.withResolvers<void>()
  await second.route(stream, async (route) => {
    await paid
    await route.continue()
  })
  await visit(second, `/my-order/order/${order.id}`)
  await expect(bell(second)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  const asking = second.waitForRequest(stream)
  await first.close()
  await asking
  await shop.payAtBank(order.id)
  await expect.poll(async () => (await shop.orders(buyer, 'DIBAYAR')).length).toBe(1)
  pay()
  await expectPaid(second)
})

test('after the line was cut, the page listens again', async ({ openBrowser, shop }) => {
  const page = await openBrowser(buyer)
  // The first answer ends at once, as when the server is restarted.
  await page.route(stream, (route) => route.fulfill({ contentType: 'text/event-stream', body: 'retry: 2000\n\n' }), {
    times: 1,
  })
  await watchOrder(page, order)
  await page.waitForResponse(stream)
  await shop.payAtBank(order.id)
  await expectPaid(page)
})

test('what happened while the network was away is shown when it is back', async ({ faults, openBrowser, shop }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/)
  const page = await openBrowser(buyer)
  // Going offline does not cut a line that is open in Chromium: the first one ends by itself, and no other opens.
  let isAway = true
  let lines = 0
  await page.route(stream, (route) => {
    lines += 1
    if (lines === 1) return route.fulfill({ contentType: 'text/event-stream', body: 'retry: 2000\n\n' })
    return isAway ? route.abort('internetdisconnected') : route.continue()
  })
  // What the page asks for when it is opened is not to be cut off.
  const refreshed = page.waitForResponse('**/refresh').then(() => page.waitForResponse(`**/api/orders/${order.id}`))
  await watchOrder(page, order)
  await refreshed
  await page.context().setOffline(true)
  await shop.payAtBank(order.id)
  await expect.poll(async () => (await shop.order(buyer, order.id)).status).toBe('DIBAYAR')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  isAway = false
  await page.context().setOffline(false)
  await expectPaid(page)
})
