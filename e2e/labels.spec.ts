/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

const dotsPerInch = 203
const smallestBarMm = 0.25

/** What a page leaves to its sheets, in mm: four of A4 and those of a roll have no margins. */
const papers = { a6: 91, '100x150': 90, a4: 178, a4x4: 210, struk: 58 }

/** Tracking numbers of the usual shapes, and one whose bars fit on no roll. */
const shipments = [
  { courier: 'JNE REG', tracking_number: 'CGK0081234567890' },
  { courier: 'SPX Standard', tracking_number: 'SPXID051234567890123' },
  { courier: 'J&T EZ', tracking_number: 'JP1234567890' },
  { courier: 'Lion', tracking_number: '11LP1699999999999' },
  { courier: 'Lain', tracking_number: 'a/b-C D:9.'.repeat(4) },
]

test.use({ deviceScaleFactor: dotsPerInch / 96 })

test.beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true })
})

/** The codes that a reader finds on a sheet as a printer of labels prints it. */
async function codesOn(page: Page, id: string): Promise<string[]> {
  const picture = await page.getByRole('article', { name: id }).screenshot()
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['Code128'], tryDownscale: false })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** The narrowest bar of each code on the page, in mm. */
const barsOn = (page: Page) =>
  page.locator('article svg[viewBox]').evaluateAll((codes) =>
    codes.map((code) => {
      const [, , modules] = (code.getAttribute('viewBox') ?? '').split(' ')
      return ((code.getBoundingClientRect().width / 96) * 25.4) / Number(modules)
    }),
  )

test('a reader finds both codes on a label of each size at 203 dpi @thorough', async ({ openBrowser, shop }) => {
  const orders = await Promise.all(
    shipments.map(async (shipment) => {
      const { id } = await shop.paidOrder()
      await shop.ship({ id }, shipment)
      return { id, number: shipment.tracking_number }
    }),
  )
  const page = await openBrowser(await shop.seller())
  for (const [paper, width] of Object.entries(papers)) {
    await visit(page, `/admin/print?ids=${orders.map(({ id }) => id).join(',')}&paper=${paper}`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: Math.round((width / 25.4) * 96), height: 1_200 })
    for (const { id, number } of orders) {
      const hasBars = paper === 'a4' || number.length < 30
      const codes = await codesOn(page, id)
      expect({ paper, codes: codes.toSorted() }).toEqual({ paper, codes: (hasBars ? [number, id] : [id]).toSorted() })
      await expect(page.getByRole('article', { name: id })).toContainText(number)
      await expect(page.getByRole('article', { name: id })).not.toContainText('Rp')
    }
    for (const bar of await barsOn(page)) expect(bar).toBeGreaterThanOrEqual(smallestBarMm - 0.001)
    await page.emulateMedia({ media: null })
  }
})
