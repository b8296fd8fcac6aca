/** How much a page loads. The weight of the JavaScript is limited by `server/src/page-weight.test.ts`. */
import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

/** The requests of a page, without those of data URLs. */
function requestsOf(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request: Request) => {
    if (!request.url().startsWith('data:')) urls.push(new URL(request.url()).pathname)
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

test('a page is painted before its scripts are asked for, so that they take nothing of a slow line', async ({
  page,
}) => {
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

test('what the header shows of an account is asked once, also where the page shows it too', async ({
  openBrowser,
  shop,
}) => {
  const buyer = await shop.makeBuyer()
  await shop.addToCart(buyer, await shop.sample('kue kacang'))
  const page = await openBrowser(buyer)
  // Where the stream is connected late, what may have been missed is asked for: here it is never connected.
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

test('what a page of an account begins with is asked for while its scripts are on their way', async ({
  openBrowser,
  shop,
}) => {
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('kue kacang')
  await shop.addToCart(buyer, product)
  const page = await openBrowser(buyer)
  const pages = {
    '/cart': ['/api/carts'],
    '/order': ['/api/users/me', '/api/carts', '/api/carts/payment-time', '/api/opening'],
  }
  for (const [path, calls] of Object.entries(pages)) {
    const requests = requestsOf(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/entry.client*.js', (route) => held.then(() => route.continue()))
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requests).toEqual(expect.arrayContaining(calls))
    release()
    await expect(page.getByText(product.name).first()).toBeVisible()
    for (const call of calls) expect(requests.filter((url) => url === call)).toHaveLength(1)
    await page.unrouteAll()
    page.removeAllListeners('request')
  }
})
