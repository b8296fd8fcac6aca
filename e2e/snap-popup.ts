/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'

/** The payment gateway's popup over a page of the shop. */
export function snapPopup(page: Page) {
  const frame = page.frameLocator('iframe#snap-midtrans')
  const dialog = frame.getByRole('dialog', { name: 'Pembayaran' })
  return {
    dialog,
    vaNumber: frame.locator('#vaField'),
    pay: () => dialog.getByRole('button', { name: 'Simulasikan pembayaran' }).click(),
    close: () => dialog.getByRole('button', { name: 'Tutup', exact: true }).click(),
    back: () => dialog.getByRole('button', { name: 'Kembali ke merchant' }).click(),
    expectPaid: () => expect(dialog.getByRole('heading', { name: 'Pembayaran berhasil' })).toBeVisible(),
  }
}

/** Presses 'Bayar Sekarang' after the gateway's script is loaded. Before that the shop asks the buyer to wait. */
export async function payNow(page: Page): Promise<void> {
  await snapLoaded(page)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
}

export async function snapLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => 'snap' in window)
}
