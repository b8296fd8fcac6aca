/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'

/** The payment gateway's popup over a page of the shop. */
export function snapPopup(page: Page) {
  const frame = page.frameLocator('iframe#snap-midtrans')
  const dialog = frame.getByRole('dialog', { name: 'Pembayaran' })
  return {
    dialog,
    vaNumber: frame.locator('#vaField'),
    billerCode: frame.locator('#billerCode'),
    billKey: frame.locator('#billKey'),
    paymentCode: frame.locator('#payment-code'),
    qr: dialog.getByRole('img', { name: 'Kode QR simulasi' }),
    /** The button that opens a wallet's app. */
    appLink: dialog.getByRole('link', { name: /^Bayar dengan / }),
    /** Chooses a method by its label, a bank among others behind 'Transfer bank'. */
    async choose(label: string, { isBank = false } = {}) {
      if (isBank) await dialog.getByRole('link', { name: 'Transfer bank' }).click()
      await dialog.getByRole('link', { name: label }).click()
    },
    /** Follows the link to the scanner, bank, cashier or wallet's app, where the bill is already found. */
    async openSimulator(): Promise<Page> {
      const link = dialog.getByRole('link', { name: /simulator|^Bayar dengan / })
      const [simulator] = await Promise.all([page.waitForEvent('popup'), link.click()])
      const find = simulator.getByRole('button', { name: 'Cari tagihan' })
      if (await find.isVisible()) await find.click()
      return simulator
    },
    pay: () => dialog.getByRole('button', { name: 'Simulasikan pembayaran' }).click(),
    close: () => dialog.getByRole('button', { name: 'Tutup', exact: true }).click(),
    back: () => dialog.getByRole('button', { name: 'Kembali ke toko' }).click(),
    expectPaid: () => expect(dialog.getByRole('heading', { name: 'Pembayaran berhasil' })).toBeVisible(),
  }
}

/** Pays in a simulator that `openSimulator` has opened, or fails to, as wallets do; its page then says what happened. */
export async function payIn(
  simulator: Page,
  button: 'Pay · Bayar' | 'Gagalkan' | 'Kembali tanpa membayar' = 'Pay · Bayar',
) {
  await simulator.getByRole('button', { name: button }).click()
  await expect(simulator.locator('.alert')).toContainText(button === 'Pay · Bayar' ? 'berhasil' : 'belum dibayar')
}

/** Pastes the address of a QR image into the scanner's page, as one does with Midtrans's. */
export async function scan(simulator: Page, qrImageUrl: string): Promise<void> {
  await simulator.goto(new URL('/v2/qris/index', qrImageUrl).href)
  await simulator.getByLabel('Alamat gambar QR').fill(qrImageUrl)
  await simulator.getByRole('button', { name: 'Pindai' }).click()
}

/** Presses 'Bayar Sekarang' after the gateway's script is loaded. Before that the shop asks the buyer to wait. */
export async function payNow(page: Page): Promise<void> {
  await snapLoaded(page)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
}

export async function snapLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => 'snap' in window)
}
