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
    choose: (label: string) => dialog.getByRole('button', { name: label }).click(),
    /** Follows the link to the scanner, bank, cashier or wallet's app, where the bill is already found. */
    async openSimulator(): Promise<Page> {
      const link = dialog.getByRole('link', { name: /simulator|^Bayar dengan / })
      const [simulator] = await Promise.all([page.waitForEvent('popup'), link.click()])
      return simulator
    },
    pay: () => dialog.getByRole('button', { name: 'Simulasikan pembayaran' }).click(),
    close: () => dialog.getByRole('button', { name: 'Tutup', exact: true }).click(),
    back: () => dialog.getByRole('button', { name: 'Kembali ke toko' }).click(),
    expectPaid: () => expect(dialog.getByRole('heading', { name: 'Pembayaran berhasil' })).toBeVisible(),
  }
}

/** Pays in a simulator that `openSimulator` has opened. */
export async function payIn(simulator: Page): Promise<void> {
  await simulator.getByRole('button', { name: 'Pay · Bayar' }).click()
  await expect(simulator.getByRole('status')).toContainText('berhasil')
}

/** Presses 'Bayar Sekarang' after the gateway's script is loaded. Before that the shop asks the buyer to wait. */
export async function payNow(page: Page): Promise<void> {
  await snapLoaded(page)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
}

export async function snapLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => 'snap' in window)
}
