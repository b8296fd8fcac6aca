/// <reference lib="dom" />
import path from 'node:path'
import type { Page, TestInfo } from '@playwright/test'

const folder = path.join(import.meta.dirname, '..', 'screenshots')

/**
 * The whole page, with all its pictures, in a window as high as the page, so that its bars are at the end. With a dialog or
 * popup open, only the window is shown.
 */
export async function shoot(page: Page, name: string, { project }: TestInfo): Promise<void> {
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
