/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { visit } from './screen.ts'
import type { Account, Shop } from './shop.ts'
import { snapLoaded } from './snap-popup.ts'

/** Puts a product into the cart, opens the order form and fills it in. */
export async function fillOrder(page: Page, shop: Shop, buyer: Account): Promise<void> {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Mawar No. 4')
  await page.getByLabel('Kota Pengiriman').selectOption('Tangerang')
}

/** Presses 'Buat Pesanan' after the gateway's script is loaded. Without it the shop offers a link after five seconds. */
export async function sendOrder(page: Page, clickCount = 1): Promise<void> {
  await snapLoaded(page)
  await page.getByRole('button', { name: 'Buat Pesanan' }).click({ clickCount })
}

/** The payments that the browser has stored to resume them later. */
export function unpaidOrders(page: Page): Promise<unknown[]> {
  return page.evaluate((): unknown[] => JSON.parse(localStorage.getItem('unpaidOrders') ?? '[]'))
}
