/** A message stands above the bar at the bottom, and covers nothing of what it speaks of. */
import type { Locator, Page } from '@playwright/test'
import { expect, buyerTest as test } from './fixtures.ts'
import { answer, expectToast, visit } from './screen.ts'
import { phone } from './sizes.ts'
import { payNow, snapPopup } from './snap-popup.ts'

test.use(phone)

/** A browser inside another app may refuse to copy. */
const refuseToCopy = (page: Page) =>
  page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) })
    Object.assign(document, { execCommand: () => false })
  })

/** They are wholly in the window, and above the messages. */
async function expectUncovered(page: Page, parts: readonly Locator[]): Promise<void> {
  const messages = page.getByRole('region', { name: 'Pemberitahuan' })
  for (const part of parts) {
    await expect(part).toBeInViewport({ ratio: 0.99 })
    const [message, box] = [await messages.boundingBox(), await part.boundingBox()]
    if (!message || !box) throw new Error('It is not shown')
    expect(box.y + box.height, String(part)).toBeLessThanOrEqual(message.y + 1)
  }
}

test('account number and amount stay in sight while their copying is told', async ({ page, buyer, shop }) => {
  const order = await shop.placeOrder(buyer, await shop.makeProduct({ price: 45_000 }))
  await visit(page, `/my-order/order/${order.id}`)
  await payNow(page)
  const number = ((await snapPopup(page).vaNumber.textContent()) ?? '').replaceAll(' ', '')
  await snapPopup(page).back()
  await refuseToCopy(page)
  for (const [name, text] of [
    ['nomor virtual account', number],
    ['jumlah pembayaran', 'Rp\u00a051.000'],
  ] as const) {
    const button = page.getByRole('button', { name: `Salin ${name}` })
    const shown = page
      .getByRole('region', { name: 'Selesaikan Pembayaran' })
      .getByRole('definition')
      .filter({ hasText: text })
      .first()
    // Just above the bar, where a message would cover it.
    await button.evaluate((element) =>
      scrollTo({ top: element.getBoundingClientRect().bottom + scrollY - innerHeight + 130, behavior: 'instant' }),
    )
    await button.click()
    await expectToast(page, `Tidak bisa menyalin ${name}. Silakan salin sendiri.`)
    expect(await page.evaluate(() => String(getSelection()))).toBe(text)
    await expectUncovered(page, [button, shown])
    await page.getByRole('button', { name: 'Tutup pemberitahuan' }).click()
  }
})

test('the end of the page, and the buttons of a dialog, are above a message', async ({ page, buyer, shop }) => {
  const products = [await shop.makeProduct(), await shop.makeProduct()] as const
  for (const product of products) await shop.addToCart(buyer, product)
  await visit(page, '/cart')
  await page.getByRole('button', { name: `Hapus ${products[0].name}` }).click()
  await expectToast(page, `${products[0].name} dihapus dari keranjang`, 'Urungkan')
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expectUncovered(page, [page.getByText('© 2018')])
  await page.getByRole('link', { name: 'Lanjut belanja' }).scrollIntoViewIfNeeded()
  await expectUncovered(page, [page.getByRole('link', { name: 'Lanjut belanja' })])

  await visit(page, `/products/${products[1].id}`)
  await page.getByRole('button', { name: 'Bagikan' }).click()
  const dialog = page.getByRole('dialog')
  await refuseToCopy(page)
  await dialog.getByRole('button', { name: 'Salin tautan' }).click()
  await expectToast(page, 'Tidak bisa menyalin tautan. Silakan salin sendiri.')
  await expectUncovered(page, [dialog])
})

test('a hidden text is shown and selected when it can’t be copied', async ({ openBrowser, shop }) => {
  const [buyer, product] = [await shop.makeBuyer(), await shop.makeProduct()]
  await shop.pay(buyer, await shop.placeOrder(buyer, product))
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/production')
  await refuseToCopy(page)
  await page.getByRole('button', { name: 'Salin rekap produksi' }).click()
  await expectToast(page, 'Tidak bisa menyalin rekap produksi. Silakan salin sendiri.')
  await expect(page.getByRole('dialog', { name: 'Rekap produksi' })).toContainText(product.name)
  expect(await page.evaluate(() => String(getSelection()))).toContain(product.name)
})

test('a message covers neither the heading nor the bar at the bottom', async ({ page, buyer, shop }) => {
  const messages = page.getByRole('region', { name: 'Pemberitahuan' })
  const bar = page.getByRole('navigation', { name: 'Navigasi bawah' })
  const heading = page.getByRole('heading', { level: 1 })
  const expectBeside = async (parts: readonly Locator[]) => {
    for (const part of parts) {
      // The place of the messages follows the measured bar a moment later.
      const overlap = async () => {
        const [message, box] = [await messages.boundingBox(), await part.boundingBox()]
        if (!message || !box) throw new Error('It is not shown')
        return Math.min(box.y + box.height, message.y + message.height) - Math.max(box.y, message.y)
      }
      await expect.poll(overlap, String(part)).toBeLessThan(1)
    }
  }
  const product = await shop.makeProduct()
  await visit(page, `/products/${product.id}`)
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expectToast(page, 'Berhasil menambahkan produk ke keranjang belanja')
  await expect(page).toHaveURL('/cart')
  await expectBeside([heading, page.getByRole('link', { name: 'Checkout' })])

  await visit(page, '/order')
  await page.getByRole('button', { name: 'Buat Pesanan' }).click()
  // A message would be over the fields.
  await expect(page.locator('.action-bar').getByRole('alert')).toBeVisible()
  await expect(messages).toBeHidden()

  const order = await shop.placeOrder(buyer, product)
  await visit(page, `/my-order/order/${order.id}`)
  await page.getByRole('button', { name: 'Batalkan Pesanan' }).click()
  await answer(page, 'Yakin ingin membatalkan pesanan?', 'Ya, batalkan')
  await expect(messages.getByRole('status')).toBeVisible()
  await expectBeside([bar, heading])
})
