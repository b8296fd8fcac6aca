/** Actions of the seller's tests in the list of products. */
import type { Locator, Page } from '@playwright/test'
import type { Product } from './shop.ts'

export const listOf = (product: { name: string }) =>
  `/admin/manage-products?${new URLSearchParams({ query: product.name })}`

export const edit = (page: Page, product: Product) => page.getByRole('button', { name: `Edit ${product.name}` }).click()

/** The price or stock in the list, and the dialog that it opens. */
export function quickEdit(page: Page, noun: 'harga' | 'stok', product: Product) {
  return {
    button: page.getByTitle(`Ubah ${noun} ${product.name}`),
    input: page.getByRole('textbox', { name: `Ubah ${noun} ${product.name}` }),
    alert: page.getByRole('dialog').getByRole('alert'),
    save: page.getByRole('dialog').getByRole('button', { name: 'Simpan' }),
  }
}

/** Chooses an entry of the product's menu. */
export async function chooseOf(page: Page, { name }: Pick<Product, 'name'>, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Lainnya untuk ${name}`, exact: true }).click()
  await page
    .getByRole('dialog', { name, exact: true })
    .getByRole('button', { name: new RegExp(`^${entry}`) })
    .click()
}

/** Fills in what a new product needs, besides a picture. */
export async function fillProduct(dialog: Locator, name: string, price = '54000', stock = '12'): Promise<void> {
  await dialog.getByLabel('Nama Produk').fill(name)
  await dialog.getByLabel('Kategori').selectOption('Kue Kering')
  await dialog.getByLabel('Berat').selectOption('250gram')
  await dialog.getByLabel('Harga (Rp)').fill(price)
  await dialog.getByLabel('Stok', { exact: true }).fill(stock)
  await dialog.getByLabel('Deskripsi').fill('Renyah dan lumer.')
}
