/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import type { Shop } from './shop.ts'

async function paidOrder(shop: Shop) {
  const buyer = await shop.makeBuyer()
  const order = await shop.placeOrder(buyer, await shop.makeProduct())
  await shop.pay(buyer, order)
  return order
}

/** What the browser says of a page that lies behind another. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('the orders come as a CSV', async ({ openBrowser, shop }) => {
  const order = await paidOrder(shop)
  const page = await openBrowser(await shop.seller())
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

test('slips and receipts are printed a page each, on either paper', async ({ openBrowser, shop }) => {
  const orders = [await paidOrder(shop), await paidOrder(shop)]
  const page = await openBrowser(await shop.seller())
  await visit(page, `/admin/manage-orders/order/${orders[0]?.id}`)
  await page.getByRole('link', { name: 'Struk' }).click()
  await expect(page.getByRole('article', { name: `Struk ${orders[0]?.id}` })).toContainText('Rp')

  await visit(page, `/admin/print?ids=${orders.map(({ id }) => id).join(',')}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const pages = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Math.round(Number(width)),
      Math.round(Number(height)),
    ])
  }
  const [a6, a4] = [
    [298, 420],
    [595, 842],
  ]
  const near = (found: number[][], wanted: number[] = []) => {
    expect(found).toHaveLength(2)
    for (const size of found)
      for (const [i, points] of size.entries()) expect(Math.abs(points - (wanted[i] ?? 0))).toBeLessThan(3)
  }
  near(await pages(), a6)
  await page.getByRole('link', { name: 'A4' }).click()
  await expect(page.getByRole('link', { name: 'A4' })).toHaveAttribute('aria-current', 'page')
  near(await pages(), a4)
})

test('the chart covers the days that the address asks for', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.seller())
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

test('a paid order is counted in the title of a page behind another, and rings where it is wished', async ({
  openBrowser,
  shop,
}) => {
  const page = await openBrowser(await shop.seller())
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1)
      start.apply(this, when)
    }
  })
  const tones = () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))
  const listening = page.waitForResponse('**/api/notifications/stream')
  await visit(page, '/admin/dashboard')
  await listening
  await setHidden(page, true)
  await paidOrder(shop)
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
  await paidOrder(shop)
  await expect.poll(tones).toBeGreaterThan(sample)
  await page.reload()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
})
