/// <reference lib="dom" />
/** A shop that offers every method: how buyers pay by those that differ, and change from one to another. */
import type { Locator, Page } from '@playwright/test'
import { paymentMethodNames } from '../contract/src/payment-methods.ts'
import { expectAccessible } from './accessible.ts'
import { expect, buyerTest as test } from './fixtures.ts'
import { fillOrder, sendOrder } from './order-form.ts'
import { useOwnShop } from './own-shop.ts'
import { paymentScreens } from './payment-screens.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import type { Account, Order, Shop } from './shop.ts'
import { phone } from './sizes.ts'
import { payIn, payNow, snapPopup } from './snap-popup.ts'

useOwnShop(firstPort + 50)

test.beforeAll(async ({ baseURL, sandboxUrl }) => {
  // The fixture `shop` exists for each test only.
  const { Shop } = await import('./shop.ts')
  await new Shop(String(baseURL), sandboxUrl).changeSettings({ payment_methods: [...paymentMethodNames] })
})

const facts = (page: Page) => page.getByRole('region', { name: 'Informasi Pembayaran' })
const panel = (page: Page) => page.getByRole('region', { name: 'Selesaikan Pembayaran' })

async function openOrder(page: Page, shop: Shop, buyer: Account, method: string): Promise<Order> {
  const order = await shop.placeOrder(buyer, await shop.makeProduct(), 1, { method })
  await visit(page, `/my-order/order/${order.id}`)
  return order
}

const digits = async (shown: Locator) => (await shown.textContent())?.replaceAll(/\s/g, '')

/** Leaves the popup after the gateway has given what the buyer needs. */
async function startAndLeave(page: Page): Promise<void> {
  await snapPopup(page).back()
  await expectToast(page, 'Menunggu pembayaran.')
}

async function expectPaid(page: Page, label: string): Promise<void> {
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
  await expect(facts(page).getByText(label, { exact: true })).toBeVisible()
}

test('on a desktop the chosen QRIS is scanned from the popup', async ({ page, buyer, shop }) => {
  await fillOrder(page, shop, buyer)
  await page.getByRole('radio', { name: 'QRIS' }).check()
  await sendOrder(page)
  const popup = snapPopup(page)
  await expect(popup.qr).toBeVisible()
  await payIn(await popup.openSimulator())
  await expectPaid(page, 'QRIS (GoPay)')
})

test('a buyer changes from QRIS to BCA, and each press makes one payment', async ({ page, buyer, shop }) => {
  await openOrder(page, shop, buyer, 'other_qris')
  await payNow(page)
  await expect(snapPopup(page).qr).toBeVisible()
  await snapPopup(page).close()
  await expect(panel(page)).toContainText('Kode QR berlaku sampai')
  await expect(panel(page)).toContainText('Pesanan ditunggu sampai')

  await page.getByRole('button', { name: 'Ganti cara bayar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ganti cara bayar' })
  await expect(dialog.getByRole('radio', { name: 'QRIS' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'BCA Virtual Account' }).check()
  const changes: string[] = []
  page.on('request', (request) => request.url().endsWith('/payment/change') && changes.push(request.url()))
  await dialog.getByRole('button', { name: 'Lanjut bayar' }).dblclick()
  await expect(snapPopup(page).vaNumber).toBeVisible()
  expect(changes).toHaveLength(1)
  await startAndLeave(page)
  await expect(panel(page).getByText('Nomor BCA Virtual Account')).toBeVisible()
  await expect(panel(page).getByText(/m.Transfer, BCA Virtual Account/)).toBeVisible()
  await payNow(page)
  await snapPopup(page).pay()
  await expectPaid(page, 'BCA Virtual Account')
})

test.describe('on a phone @thorough', () => {
  test.use(phone)

  test('GoPay is paid in its app, and only the gateway says so', async ({ page, buyer, shop }) => {
    const order = await openOrder(page, shop, buyer, 'gopay')
    await visit(page, `/my-order/order/${order.id}?order_id=${order.id}&result=success`)
    await expect(page.getByRole('button', { name: 'Bayar Sekarang' })).toBeInViewport()
    await payNow(page)
    // The chosen method is not asked again.
    const app = await snapPopup(page).openSimulator()
    await expect(panel(page)).toContainText('Pembayaran GoPay berlaku sampai')
    await expect(statusBadge(page, 'DIPROSES')).toBeVisible()
    await payIn(app)
    await app.close()
    await expectPaid(page, 'GoPay')
  })

  test('a QR that is paid behind a closed popup is seen without a notification', async ({ page, buyer, shop }) => {
    const order = await openOrder(page, shop, buyer, 'other_qris')
    await payNow(page)
    await expect(snapPopup(page).qr).toBeVisible()
    await snapPopup(page).close()
    await shop.switchSandbox({ webhook: 'drop' })
    await shop.payInSandbox(order.id)
    await expectPaid(page, 'QRIS (GoPay)')
    await shop.switchSandbox({ webhook: 'deliver' })
  })
})

test('a QR is kept until a new payment, and replaced if it ran out @thorough', async ({ page, buyer, shop }) => {
  await openOrder(page, shop, buyer, 'other_qris')
  await payNow(page)
  const { qr } = snapPopup(page)
  const shown = await qr.getAttribute('src')
  await snapPopup(page).close()
  await page.getByRole('button', { name: 'Ganti cara bayar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ganti cara bayar' })
  await dialog.getByRole('button', { name: 'Lanjut bayar' }).click()
  await expect(qr).toHaveAttribute('src', String(shown))
  await snapPopup(page).close()
  await shop.advanceSandbox(16)
  await expect(panel(page)).toContainText('Waktu kode QR habis. Pesanan Anda masih menunggu')
  await expect(panel(page)).toContainText('Bayar sebelum')
  await payNow(page)
  await expect(qr).toBeVisible()
  const second = await qr.getAttribute('src')
  expect(second).not.toBe(shown)
  await snapPopup(page).close()
  await page.getByRole('button', { name: 'Ganti cara bayar' }).click()
  await dialog.getByRole('button', { name: 'Mulai pembayaran baru' }).click()
  await snapPopup(page).choose('QRIS')
  await expect(qr).toBeVisible()
  expect(await qr.getAttribute('src')).not.toBe(second)
  await payIn(await snapPopup(page).openSimulator())
  await expectPaid(page, 'QRIS (GoPay)')
})

test('a Mandiri bill needs the company code and the key @thorough', async ({ page, buyer, shop }) => {
  await openOrder(page, shop, buyer, 'echannel')
  await payNow(page)
  const popup = snapPopup(page)
  const [company, key] = [await digits(popup.billerCode), await digits(popup.billKey)]
  await startAndLeave(page)
  await expect(panel(page)).toContainText(`Kode perusahaan${company}`)
  await expect(panel(page)).toContainText(`Kode bayar${key}`)
  await payNow(page)
  await payIn(await popup.openSimulator())
  await expectPaid(page, 'Mandiri Bill')
  await expect(facts(page)).toContainText(`Kode Bayar${key}`)
})

test('the code for Indomaret is on the order and in the list @thorough', async ({ page, buyer, shop }) => {
  const order = await openOrder(page, shop, buyer, 'indomaret')
  await payNow(page)
  const code = await digits(snapPopup(page).paymentCode)
  await startAndLeave(page)
  await expect(panel(page)).toContainText(`Kode bayar Indomaret${code}`)
  await expect(panel(page)).toContainText('Tunjukkan kode ini ke kasir Indomaret.')
  await visit(page, '/my-order')
  await expect(page.getByRole('button', { name: `Salin kode bayar pesanan ${order.id}` })).toBeVisible()
  await shop.payInSandbox(order.id)
  await expect(page.getByText('Tidak ada pesanan yang menunggu pembayaran')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 pesanan dibayar' })).toBeVisible()
})

test('a payment that nothing reports is seen at the return to the page @thorough', async ({ page, buyer, shop }) => {
  for (const event of ['focus', 'pageshow']) {
    await shop.switchSandbox({ webhook: 'drop' })
    const asked = page.waitForResponse('**/refresh')
    const order = await openOrder(page, shop, buyer, 'bri_va')
    await asked
    await shop.payInSandbox(order.id)
    await expect(async () => {
      await page.evaluate((name) => {
        window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      }, event)
      await expect(statusBadge(page, 'DIBAYAR')).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 15_000 })
  }
  await shop.switchSandbox({ webhook: 'deliver' })
})

test('the page behind a popup that never reports shows the payment @thorough', async ({ page, buyer, shop }) => {
  const { promise: paid, resolve: pay } = Promise.withResolvers<void>()
  // The live events begin after the payment, as on a slow network.
  await page.route('**/api/notifications/stream', async (route) => {
    await paid
    await route.continue()
  })
  await fillOrder(page, shop, buyer)
  await page.getByRole('radio', { name: 'QRIS' }).check()
  await sendOrder(page)
  await expect(snapPopup(page).qr).toBeVisible()
  // The page gets the focus, and asks.
  const asked = page.waitForResponse('**/refresh')
  await page.evaluate(() => (window as { snap?: { hide(): void } }).snap?.hide())
  await asked
  const [order] = await shop.orders(buyer)
  await shop.payInSandbox(String(order?.id))
  await expect.poll(async () => (await shop.orders(buyer, 'DIBAYAR')).length).toBe(1)
  pay()
  await expect(page.getByRole('heading', { name: 'Pembayaran diterima' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bayar Sekarang' })).toBeHidden()
})

test('a change is told apart from a payment and an absent gateway @thorough', async ({ page, buyer, shop, faults }) => {
  faults.allow(/409|503/)
  const order = await openOrder(page, shop, buyer, 'bni_va')
  await page.getByRole('button', { name: 'Ganti cara bayar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ganti cara bayar' })
  await dialog.getByRole('radio', { name: 'ShopeePay' }).check()
  await shop.switchSandbox({ status: 'error' })
  await dialog.getByRole('button', { name: 'Lanjut bayar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Pembayaran lama belum bisa ditutup')
  await shop.switchSandbox({ status: 'ok', webhook: 'drop' })
  await shop.payInSandbox(order.id)
  await dialog.getByRole('button', { name: 'Lanjut bayar' }).click()
  await expect(dialog).toBeHidden()
  await expectToast(page, 'Pesanan ini tidak bisa dibayar lagi.')
  await expectPaid(page, 'BNI Virtual Account')
  await shop.switchSandbox({ webhook: 'deliver' })
})

test('the page of each kind of method is accessible @thorough', async ({ openBrowser, shop }) => {
  await paymentScreens({ openBrowser, shop, look: expectAccessible })
})
