import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hold, statusBadge, visit } from './screen.ts'
import type { Account, Order } from './shop.ts'

const stream = '**/api/notifications/stream'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifikasi/ })

/** Opens the page of an order and waits until its event stream is connected. */
async function watchOrder(page: Page, order: Order): Promise<void> {
  const connected = page.waitForResponse(stream)
  await visit(page, `/my-order/order/${order.id}`)
  await connected
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
}

async function expectPaid(page: Page): Promise<void> {
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 2 belum dibaca')
}

let buyer: Account
let order: Order
test.beforeEach(async ({ shop }) => {
  buyer = await shop.makeBuyer()
  order = await shop.placeOrder(buyer, await shop.makeProduct())
})

test('two open tabs and their bells show the payment over one connection', async ({ openBrowser, shop }) => {
  const first = await openBrowser(buyer)
  await watchOrder(first, order)
  let connections = 1
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/notifications/stream')) connections += 1
  })
  const second = await first.context().newPage()
  await visit(second, `/my-order/order/${order.id}`)
  await expect(bell(second)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  await shop.payInSandbox(order.id)
  await Promise.all([expectPaid(first), expectPaid(second)])
  expect(connections).toBe(1)

  const connected = second.waitForResponse(stream)
  await first.close()
  await connected
  await shop.ship(order)
  await expect(statusBadge(second, 'DIKIRIM')).toBeVisible()
})

test('a tab that takes over the connection shows missed events @thorough', async ({ openBrowser, shop }) => {
  const first = await openBrowser(buyer)
  await watchOrder(first, order)
  const second = await first.context().newPage()
  const connect = await hold(second, stream)
  await visit(second, `/my-order/order/${order.id}`)
  await expect(bell(second)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  await expect
    .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length), 'tabs that wait to lead')
    .toBe(1)
  const requested = second.waitForRequest(stream)
  await first.close()
  await requested
  await shop.payInSandbox(order.id)
  await expect.poll(async () => (await shop.orders(buyer, 'DIBAYAR')).length).toBe(1)
  connect()
  await expectPaid(second)
})

test('a page shows events from before its stream was connected @thorough', async ({ openBrowser, shop }) => {
  const page = await openBrowser(buyer)
  const connect = await hold(page, stream)
  const requested = page.waitForRequest(stream)
  await visit(page, '/notifications')
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  await requested
  await shop.payInSandbox(order.id)
  await expect.poll(async () => (await shop.orders(buyer, 'DIBAYAR')).length).toBe(1)
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 1 belum dibaca')
  connect()
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 2 belum dibaca')
  await expect(page.getByText('sudah kami terima')).toBeVisible()
})

test('an event during a load does not end it, and is shown after it', async ({ openBrowser, shop }) => {
  const page = await openBrowser(buyer)
  const connected = page.waitForResponse(stream)
  await visit(page, '/notifications')
  await connected
  const loads: Request[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/notifications$/, async (route) => {
    loads.push(route.request())
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  await shop.payInSandbox(order.id)
  await expect.poll(() => loads.length).toBe(1)
  await expect.poll(async () => (await shop.order(buyer, order.id)).status).toBe('DIBAYAR')
  await shop.ship(order)
  await expect(bell(page)).toHaveAccessibleName('Notifikasi 3 belum dibaca')
  release()
  await expect.poll(() => loads.map((load) => load.failure())).toEqual([null, null])
})

test('events during a network failure are shown when the network is back', async ({ faults, openBrowser, shop }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/)
  const page = await openBrowser(buyer)
  // Going offline does not close an open stream in Chromium, so the first one ends by itself and no other can be opened.
  let isAway = true
  let connections = 0
  await page.route(stream, (route) => {
    connections += 1
    if (connections === 1) return route.fulfill({ contentType: 'text/event-stream', body: 'retry: 2000\n\n' })
    return isAway ? route.abort('internetdisconnected') : route.continue()
  })
  // The requests of the page at its start must be answered before it goes offline.
  let isRefreshed = false
  const refreshed = page.waitForResponse((response) => {
    isRefreshed ||= response.url().endsWith('/refresh')
    return isRefreshed && response.url().endsWith(`/api/orders/${order.id}`)
  })
  const paymentScript = page.waitForResponse('**/snap/snap.js')
  await watchOrder(page, order)
  await Promise.all([refreshed, paymentScript])
  await page.context().setOffline(true)
  await shop.payInSandbox(order.id)
  await expect.poll(async () => (await shop.order(buyer, order.id)).status).toBe('DIBAYAR')
  await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
  isAway = false
  await page.context().setOffline(false)
  await expectPaid(page)
})
