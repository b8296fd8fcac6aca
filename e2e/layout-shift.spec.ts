/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

declare global {
  interface Window {
    /** All layout shifts that Chromium computes. Their sum is CLS. */
    shifts: { value: number; ms: number; moved: string[] }[]
  }
}

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect: before, currentRect: after }) => {
          const element = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
          return `${element} from ${before.x}, ${before.y} to ${after.x}, ${after.y}`
        })
        window.shifts.push({ value, ms: startTime, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

// A phone has a slow processor. Both have a slow network.
for (const { width, slowdown } of [
  { width: 360, slowdown: 4 },
  { width: 1280, slowdown: 1 },
]) {
  buyerTest(`the layout does not shift while a page loads, ${width} px wide`, async ({ page, buyer, shop }) => {
    const product = await shop.sample('kue kacang')
    const order = await shop.placeOrder(buyer, product)
    await shop.addToCart(buyer, product)
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
      const shifts = await page.evaluate(() => window.shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.0005)
    }
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no part of the header moves when the next part of the document arrives', async ({ page, faults }) => {
    faults.allow(/: csp$/)
    for (const path of ['/', '/order'])
      for (const width of [360, 800, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        const moved = await page.getByRole('banner').evaluate((header) => {
          const edges = () =>
            [...header.querySelectorAll('a, input, button')].map((control) => control.getBoundingClientRect().x)
          const html = header.innerHTML
          const whole = edges()
          // The browser may paint whatever has arrived, and closes its tags.
          return [...html.matchAll(/</g)].flatMap(({ index }) => {
            header.innerHTML = html.slice(0, index)
            return edges().some((x, control) => x !== whole[control]) ? [html.slice(0, index).slice(-80)] : []
          })
        })
        expect(moved, `${path}, ${width} px wide`).toEqual([])
      }
  })
})
