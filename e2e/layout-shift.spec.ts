/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

declare global {
  interface Window {
    /** The sum of all layout shifts, as Chromium reckons them (CLS). */
    shifted: number
  }
}

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if ('value' in shift) window.shifted += Number(shift.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('nothing jumps while a page and what it awaits arrive one after the other', async ({ openBrowser, shop }) => {
  test.slow()
  const buyer = await shop.makeBuyer()
  const product = await shop.sample('kue kacang')
  const order = await shop.placeOrder(buyer, product)
  await shop.addToCart(buyer, product)
  for (const width of [360, 1280]) {
    const page = await openBrowser(buyer)
    await page.setViewportSize({ width, height: 800 })
    await countShifts(page)
    const line = await page.context().newCDPSession(page)
    await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
    await line.send('Network.emulateNetworkConditions', slow)
    const pages = ['/', '/products', `/products/${product.id}`, '/cart', `/my-order/order/${order.id}`, '/my-order']
    for (const path of pages) {
      await visit(page, path)
      // The header's figures come last of all.
      await expect(page.getByRole('link', { name: /^Notifikasi \d/ }).first()).toBeVisible()
      expect.soft(await page.evaluate(() => window.shifted), `${path} at ${width} px`).toBeLessThan(0.02)
    }
  }
})
