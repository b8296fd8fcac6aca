/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, sellerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'

async function printedPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => `${mm(w)} x ${mm(h)} mm`)
}

/** The texts that are wider than their sheet, or than a box that hides its overflow. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('article *')]
      .filter((element) => {
        const edge = Math.min(element.closest('article')?.getBoundingClientRect().right ?? 0, window.innerWidth)
        const isTooWide = element.scrollWidth > element.clientWidth && element.clientWidth > 0
        return isTooWide || element.getBoundingClientRect().right > edge + 0.5
      })
      .map((element) => element.textContent),
  )
}

/** Makes the page believe that its tab is hidden or visible. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

// Playwright's mock clock does not affect the gateway's popup, downloads and pictures.
test.use({ serviceWorkers: 'allow' })

test('the orders are downloaded as CSV', async ({ page, shop }) => {
  const order = await shop.paidOrder()
  await visit(page, '/admin/manage-orders')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^pesanan-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('\uFEFFID Pesanan,Status')
  expect(text).toContain(`${order.id},DIBAYAR,`)
  await expect(page.getByRole('heading', { name: 'Kelola Pesanan' })).toBeVisible()
})

test('slips and receipts are printed one per page, on A6 and A4', async ({ page, openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  await shop.addToCart(buyer, await shop.makeProduct())
  const nowhere = await shop.orderCart(buyer, { city: null })
  await shop.pay(buyer, nowhere)
  const orders = [await shop.paidOrder(buyer), nowhere]
  const own = await openBrowser(buyer)
  await visit(own, `/my-order/order/${orders[0]?.id}/receipt`)
  await expect(own.getByRole('article')).toContainText('Rp')
  expect(await printedPages(own)).toEqual(['105 x 148 mm'])

  await visit(page, `/admin/manage-orders/order/${orders[0]?.id}`)
  await page.getByRole('link', { name: 'Struk' }).click()
  await expect(page.getByRole('article', { name: `Struk ${orders[0]?.id}` })).toContainText('Rp')

  await visit(page, `/admin/print?ids=${orders.map(({ id }) => id).join(',')}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const cityMissing = 'Kota belum disebut, tanyakan pembeli'
  await expect(page.getByRole('article', { name: nowhere.id })).toContainText(cityMissing)
  expect(await printedPages(page)).toEqual(['105 x 148 mm', '105 x 148 mm'])
  await page.getByRole('link', { name: 'A4', exact: true }).click()
  await expect(page.getByRole('link', { name: 'A4', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await printedPages(page)).toEqual(['210 x 297 mm', '210 x 297 mm'])
  await visit(page, `/admin/manage-orders/order/${nowhere.id}`)
  await expect(page.getByRole('main')).toContainText(cityMissing)
})

test('each receipt of a roll is as long as what it says', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  for (let lines = 0; lines < 8; lines += 1) await shop.addToCart(buyer, await shop.makeProduct())
  const long = await shop.orderCart(buyer)
  const short = await shop.placeOrder(buyer, await shop.makeProduct())
  await visit(page, `/admin/print?ids=${short.id},${long.id}&kind=receipt&paper=struk`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const lengths = (await printedPages(page)).map((size) => Number(/^58 x (\d+) mm$/.exec(size)?.[1]))
  expect(lengths).toHaveLength(2)
  expect(lengths[1]).toBeGreaterThan((lengths[0] ?? 0) + 40)
})

test('no part of a long order is cut off on paper', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer({ name: 'Raden Ayu Kusumaningtyas Purwoatmodjo Sastrowardoyo-Hadiningrat' })
  const longName = `Kastengel Keju Edam Premium Edisi ${'x'.repeat(60)}`
  const products = [await shop.makeProduct({ name: longName, price: 12_345_678 })]
  while (products.length < 12) products.push(await shop.makeProduct())
  for (const product of products) await shop.addToCart(buyer, product)
  const address =
    'Perumahan Griya Kencana Asri Blok C7 No. 12A, RT 004/RW 011, Kelurahan Sudimara Pinang, masuk dari gang sebelah masjid, rumah pagar hijau, samping warung Bu Tini'
  const notes = `Titip satpam, ${'jangan-dibanting-'.repeat(8)}\nkartu ucapan: "Selamat Idulfitri"`
  const long = await shop.orderCart(buyer, { address, notes })
  const orders = [long, await shop.placeOrder(buyer, await shop.makeProduct())]
  const ids = orders.map(({ id }) => id).join(',')
  // On A6 the long order needs two pages, and the next order starts on a third.
  const sheets = { 'slip&paper=a6': 3, 'receipt&paper=a6': 3, 'slip&paper=a4': 2, 'receipt&paper=a4': 2 }
  for (const [kind, count] of Object.entries(sheets)) {
    await visit(page, `/admin/print?ids=${ids}&kind=${kind}`)
    const sheet = page.getByRole('article', { name: long.id })
    for (const text of [buyer.name, long.id, ...products.map(({ name }) => name)])
      await expect(sheet).toContainText(text)
    if (kind.startsWith('slip')) await expect(sheet).toContainText(address)
    expect(await printedPages(page)).toHaveLength(count)
    // The width of the paper without its margins.
    await page.setViewportSize({ width: Math.round(((kind.endsWith('a6') ? 91 : 178) / 25.4) * 96), height: 800 })
    await page.emulateMedia({ media: 'print' })
    expect(await cutOff(page), kind).toEqual([])
    await page.emulateMedia({ media: null })
  }
})

test('the chart covers the days in the URL', async ({ page }) => {
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Pendapatan 30 hari terakhir' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Rentang grafik' })
    .getByRole('link', { name: '7 hari', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Pendapatan 7 hari terakhir' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Terlaris 7 hari terakhir' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pendapatan 7 hari terakhir' })).toBeVisible()
})

test('a paid order is counted in the title of a hidden page, and plays a sound if wanted', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1)
      start.apply(this, when)
    }
  })
  const tones = () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))
  const connected = page.waitForResponse('**/api/notifications/stream')
  await visit(page, '/admin/dashboard')
  await connected
  await setHidden(page, true)
  await shop.paidOrder()
  await expect(page).toHaveTitle(/^\([1-9]\d*\) Dashboard/)
  expect(await tones()).toBe(0)
  await setHidden(page, false)
  await expect(page).toHaveTitle(/^Dashboard/)

  const sound = page.getByRole('button', { name: 'Bunyi saat pesanan dibayar' })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  const sample = await tones()
  expect(sample).toBe(2)
  await shop.paidOrder()
  await expect.poll(tones).toBeGreaterThan(sample)
  await page.reload()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
})
