/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

const maxCardBytes = 20_000
const phoneWidth = 360
/** Only samples: products that other tests add meanwhile don't have this word in their names. */
const list = '/products?query=bawang'

/** The fetched pictures of products on the page, by their paths, with their sizes in bytes. */
async function fetchedPictures(page: Page): Promise<{ path: string; bytes: number; early: boolean }[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/media/'))
      .map(({ name, encodedBodySize, initiatorType }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        early: initiatorType === 'link',
      })),
  )
}

/** The files of the first pictures of products, after they are shown. */
const shownPictures = (page: Page, count: number) =>
  page
    .getByRole('main')
    .locator('picture img')
    .evaluateAll(async (imgs, first) => {
      const used = (imgs as HTMLImageElement[]).slice(0, first)
      await Promise.all(used.map((img) => img.decode()))
      return used.map(({ currentSrc, clientWidth }) => ({ path: new URL(currentSrc).pathname, width: clientWidth }))
    }, count)

/** A job makes the files in the minute after the first start, with the processor time that the tests leave. */
async function waitForFullSets(page: Page, path: string): Promise<void> {
  test.setTimeout(600_000)
  await expect
    .poll(
      async () => {
        const html = await (await page.request.get(path)).text()
        const pictures = html.match(/<img[^>]* src="[^"]*\/media\//g)?.length ?? 0
        return pictures > 0 && html.split('<source type="image/avif"').length > pictures
      },
      { timeout: 420_000, intervals: [1_000] },
    )
    .toBe(true)
}

for (const { scale, width } of [
  { scale: 1, width: 160 },
  { scale: 2, width: 320 },
  { scale: 3, width: 480 },
]) {
  test(`a card at ${scale} times the pixels takes its ${width} px file`, async ({ browser, baseURL, shop, faults }) => {
    const phone = { viewport: { width: phoneWidth, height: 800 }, deviceScaleFactor: scale, isMobile: true }
    const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
    await faults.watch(context, shop.url)
    const page = await context.newPage()
    await waitForFullSets(page, list)
    await visit(page, list)
    const shown = await shownPictures(page, 2)
    const fetched = await fetchedPictures(page)
    for (const { path, width: cssWidth } of shown) {
      expect(cssWidth).toBe((phoneWidth - 32 - 12) / 2 - 2)
      expect(path).toMatch(new RegExp(`-full-${width}\\.avif$`))
      const picture = path.slice(0, path.indexOf('-'))
      const ofPicture = fetched.filter((file) => file.path.startsWith(picture))
      expect(ofPicture).toEqual([{ path, bytes: expect.any(Number), early: true }])
    }
    for (const { bytes } of fetched) expect(bytes).toBeLessThanOrEqual(maxCardBytes)
    await context.close()
  })
}

test('the picture of a product page is preloaded in the file that is shown', async ({ page, shop }) => {
  const path = `/products/${(await shop.sample('nastar')).id}`
  await waitForFullSets(page, path)
  await visit(page, path)
  const [shown] = await shownPictures(page, 1)
  expect(await fetchedPictures(page)).toEqual([{ path: shown?.path, bytes: expect.any(Number), early: true }])
  expect(shown?.path).toMatch(/-full-640\.avif$/)
})
