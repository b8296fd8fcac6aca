/// <reference lib="dom" />
import path from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { walks } from './walks.ts'

const folder = path.join(import.meta.dirname, '..', 'screenshots')

/**
 * The whole page, with all its pictures, in a window as high as the page, so that its bars are at the end. With a dialog or
 * popup open, only the window is shown.
 */
async function shoot(page: Page, name: string, { project }: TestInfo): Promise<void> {
  // Lazy pictures would be missing.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  const file = path.join(folder, project.name, `${name}.png`)
  const layers = page.locator('dialog:modal, iframe#snap-midtrans:visible, [popover]:popover-open')
  if ((await layers.count()) > 0) {
    await page.screenshot({ path: file })
    return
  }
  const size = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(() => {
    // Otherwise the page would grow with the window.
    document.querySelector('main')?.style.setProperty('min-height', '0')
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width: size.width, height })
  await page.screenshot({ path: file, fullPage: true })
  await page.setViewportSize(size)
  await page.evaluate(() => document.querySelector('main')?.style.removeProperty('min-height'))
}

test.beforeEach(({ faults }) => faults.allow(/./))

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ openBrowser, shop }, info) => {
    await walk({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
  })
}

test('seller', async ({ openBrowser, shop }, info) => {
  const [product] = await shop.products({ query: 'cookies' })
  if (!product) throw new Error('The samples are missing')
  const stage = await setSellerStage(shop, product)
  const page = await openBrowser(await shop.seller())
  for (const screens of Object.values(sellerScreens)) {
    await walk(page, screens, stage, (name) => shoot(page, `admin-${name}`, info))
  }
})
