/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'

/** The gateway's popup over a page of the shop. */
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

/** Press 'Bayar Sekarang' when the gateway's script is there: before that the shop asks for patience. */
export async function payNow(page: Page): Promise<void> {
  await page.waitForFunction(() => 'snap' in window)
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click()
}
