/// <reference lib="dom" />
/** The pictures of a product on a phone: swiped, enlarged by keys and by two taps, and light at first. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { formOf, type Shop } from './shop.ts'

const count = 6
const maxPageBytes = 230_000

/** Like a photo of cookies: soft spots of many sizes, with the grain of a phone's camera. */
async function photo(index: number): Promise<Blob> {
  const spots = Array.from({ length: 60 }, (_, spot) => {
    const at = (factor: number, size: number) => ((spot + 1) * factor * (index + 3)) % size
    return `<circle cx="${at(197, 1600)}" cy="${at(89, 1200)}" r="${40 + at(31, 90)}" fill="hsl(${20 + at(7, 30)} 70% ${30 + at(13, 40)}%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#8a5a2b"/>${spots.join('')}</svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const grain = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const picture = sharp(Buffer.from(svg))
    .blur(2)
    .composite([{ input: grain, blend: 'soft-light' }])
  return new Blob([new Uint8Array(await picture.jpeg({ quality: 88 }).toBuffer())], { type: 'image/jpeg' })
}

async function productWithPictures(shop: Shop): Promise<string> {
  const urls: string[] = []
  for (let index = 0; index < count; index++) {
    const image = formOf({ image: await photo(index) })
    urls.push((await shop.asSeller<{ image: string }>('POST', 'pictures', image)).image)
  }
  const { id } = await shop.makeProduct()
  await shop.asSeller('PUT', `products/${id}`, formOf({ images: urls.join(' ') }))
  return id
}

/** Whether the pictures are loaded, in their order. */
const loaded = (page: Page) =>
  page
    .getByRole('link', { name: /^Perbesar/ })
    .locator('img')
    .evaluateAll((imgs) => (imgs as HTMLImageElement[]).map((img) => img.complete && img.naturalWidth > 0))

test('six photos weigh little until swiped, and are enlarged', async ({ browser, baseURL, shop, faults }) => {
  test.setTimeout(600_000)
  const id = await productWithPictures(shop)
  await expect
    .poll(async () => (await (await fetch(`${shop.url}/api/products/${id}`)).json()).data.images_look.join(), {
      timeout: 420_000,
      intervals: [1_000],
    })
    .toMatch(/^(full:[^,]+,?){6}$/)
  const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', ...(baseURL && { baseURL }) })
  await faults.watch(context, shop.url)
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('Network.enable')
  let bytes = 0
  device.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await visit(page, `/products/${id}`)
  await page.waitForLoadState('networkidle')
  expect(await loaded(page)).toEqual([true, false, false, false, false, false])
  expect(bytes).toBeLessThanOrEqual(maxPageBytes)

  const gallery = page.getByRole('region', { name: 'Gambar produk' })
  const row = gallery.getByRole('list').first()
  const swipe = async () => {
    await row.dispatchEvent('touchstart')
    await row.evaluate((list) => list.scrollBy({ left: list.clientWidth, behavior: 'instant' }))
  }
  await swipe()
  await expect(gallery.getByText('2/6')).toBeVisible()
  await expect.poll(() => loaded(page)).toEqual([true, true, true, false, false, false])
  await swipe()
  await expect(gallery.getByText('3/6')).toBeVisible()
  await expect.poll(() => loaded(page)).toEqual([true, true, true, true, false, false])

  await gallery.getByRole('link', { name: 'gambar 3' }).tap()
  const zoom = page.getByRole('dialog', { name: 'gambar 3' })
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(zoom).toBeVisible()
  const width = async () => (await picture.boundingBox())?.width
  await page.keyboard.press('+')
  await expect.poll(width).toBe(900)
  await page.keyboard.press('-')
  await expect.poll(width).toBe(360)
  const at = { x: 180, y: 400 }
  await page.touchscreen.tap(at.x, at.y)
  await page.touchscreen.tap(at.x, at.y)
  await expect.poll(width).toBe(900)
  await page.getByRole('button', { name: 'Perkecil' }).tap()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'gambar 4' }).getByText('4/6')).toBeVisible()
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] })
  await finger('touchStart', 80)
  for (const x of [160, 240, 300]) await finger('touchMove', x)
  await finger('touchEnd')
  await expect(page.getByRole('dialog', { name: 'gambar 3' }).getByText('3/6')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(gallery.getByText('4/6')).toBeVisible()
  await expect(gallery.getByRole('link', { name: 'gambar 4' })).toBeFocused()

  const shifts = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve((list.getEntries() as unknown as { value: number }[]).reduce((sum, { value }) => sum + value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 1_000)
      }),
  )
  expect(shifts).toBeLessThan(0.001)
  await context.close()
})
