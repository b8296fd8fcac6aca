/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { visit } from './screen.ts'
import type { Account, Shop } from './shop.ts'
import { snapLoaded } from './snap-popup.ts'

/** Puts a product into the cart, opens the order form and fills it in. */
export async function fillOrder(page: Page, shop: Shop, buyer: Account): Promise<void> {
  await shop.addToCart(buyer, await shop.makeProduct())
  await visit(page, '/order')
  await fillAddress(page, 'Jl. Mawar No. 4', 'Tangerang')
}

export async function fillAddress(page: Page, address = 'Jl. Anggrek No. 12', city = 'Depok'): Promise<void> {
  await page.getByLabel('Alamat Lengkap').fill(address)
  await page.getByLabel('Kota Pengiriman').selectOption(city)
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
