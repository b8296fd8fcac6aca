/** The number of a page's requests. `server/src/page-weight.test.ts` limits the weight of the JavaScript. */
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

/** The requests of a page, without those of data URLs and of the code that is loaded ahead. */
function requestsOf(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request: Request) => {
    const isAhead = /\/assets\/.*\.js$/.test(request.url()) && request.resourceType() === 'fetch'
    if (!request.url().startsWith('data:') && !isAhead && !request.url().includes('/load-ahead-'))
      urls.push(new URL(request.url()).pathname)
  })
  return urls
}

test('the first visit to the home page needs at most 12 requests', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  const requests = requestsOf(page)
  await visit(page, '/')
  await page.waitForLoadState('networkidle')
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
})

test('a page is painted before its scripts are requested, so they take no part of a slow line', async ({ page }) => {
  for (const path of ['/', '/products', '/auth/login']) {
    await visit(page, path)
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
    }))
    expect(scripts.length).toBeGreaterThan(3)
    for (const { name, startTime } of scripts)
      expect(startTime, `${name} on ${path}`).toBeGreaterThan(painted ?? Infinity)
  }
})

buyerTest('the values in the header are requested once, also if the page shows them', async ({ page, buyer, shop }) => {
  await shop.addToCart(buyer, await shop.sample('kue kacang'))
  // A page whose stream is connected late asks for missed events, so here it is never connected.
  await page.route('**/api/notifications/stream', () => {})
  for (const path of ['/', '/cart', '/order', '/my-order', '/profile', '/notifications']) {
    const requests = requestsOf(page)
    await visit(page, path)
    await expect.poll(() => requests).toContain('/api/notifications/stream')
    for (const asked of ['/api/carts', '/api/notifications', '/api/users/me']) {
      expect(
        requests.filter((url) => url === asked),
        `${asked} on ${path}`,
      ).toHaveLength(1)
    }
    page.removeAllListeners('request')
  }
})

test("the first calls of an account's page are sent while its scripts are loading", async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('kue kacang')
  await shop.addToCart(buyer, product)
  const pages = {
    '/cart': ['/api/carts'],
    '/my-order': ['/api/orders/me'],
    '/order': ['/api/users/me', '/api/carts', '/api/carts/payment-time', '/api/opening'],
  }
  for (const [path, calls] of Object.entries(pages)) {
    // A page that is left still sends the requests of its header.
    const page = await openBrowser(buyer)
    const requests = requestsOf(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/entry.client*.js', (route) => held.then(() => route.continue()))
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requests).toEqual(expect.arrayContaining(calls))
    release()
    await expect(page.locator('main:not([aria-busy])')).toBeVisible()
    for (const call of calls) expect(requests.filter((url) => url === call)).toHaveLength(1)
    await page.unrouteAll()
  }
})

buyerTest('a page that hydrates late asks for the opening once, not for layout and loader', async ({ page }) => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
  })
  await page.route('**/api/opening', async (route) => {
    await page.locator('html[data-ready]').waitFor()
    await route.continue()
  })
  const requests = requestsOf(page)
  await visit(page, '/order')
  expect(requests.filter((url) => url === '/api/opening')).toHaveLength(1)
})

for (const { saves, at } of [
  { saves: false, at: 'ahead' },
  { saves: true, at: 'only when it is asked for, where a phone saves data' },
])
  buyerTest(`the code of the next pages is small and loaded ${at}`, async ({ page }) => {
    await page.addInitScript((saveData) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData, effectiveType: '4g' } })
    }, saves)
    const loaded: Record<string, number> = {}
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, string>()
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (type === 'Fetch' && request.url.includes('/assets/')) urls.set(requestId, request.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId)
      if (url) loaded[path.basename(url).replace(/-[\w-]{8}\.js$/, '')] = encodedDataLength
    })
    // The service worker, which is blocked here, comes last.
    const isDone = page.waitForEvent('console', (message) => message.text().startsWith('Service Worker registration'))
    await visit(page, '/')
    await isDone
    const names = ['products-page', 'product-page', 'cart-page', 'my-orders-page', 'account']
    await expect.poll(() => Object.keys(loaded)).toEqual(saves ? [] : expect.arrayContaining(names))
    const bytes = Object.values(loaded).reduce((sum, one) => sum + one, 0)
    expect(bytes, JSON.stringify(loaded)).toBeLessThan(39_000)
  })
