/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

declare global {
  interface Window {
    /** The sum of all layout shifts, as Chromium computes them (CLS). */
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

// A phone computes slowly; both load slowly.
for (const { width, slowdown } of [
  { width: 360, slowdown: 4 },
  { width: 1280, slowdown: 1 },
]) {
  test(`the layout does not shift while a page and its data load, ${width} px wide`, async ({ openBrowser, shop }) => {
    const buyer = await shop.makeBuyer()
    const product = await shop.sample('kue kacang')
    const order = await shop.placeOrder(buyer, product)
    await shop.addToCart(buyer, product)
    const page = await openBrowser(buyer)
    await page.setViewportSize({ width, height: 800 })
    await countShifts(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
    await session.send('Network.emulateNetworkConditions', slow)
    const pages = [
      '/',
      '/products',
      `/products/${product.id}`,
      '/cart',
      '/order',
      `/my-order/order/${order.id}`,
      '/my-order',
    ]
    for (const path of pages) {
      await visit(page, path)
      // The counters in the header are loaded last.
      await expect(page.getByRole('link', { name: /^Notifikasi \d/ }).first()).toBeVisible()
      expect.soft(await page.evaluate(() => window.shifted), path).toBeLessThan(0.0005)
    }
  })
}
