import { expect, type Page, test } from '@playwright/test'
import { fillAddress, sendOrder } from './order-form.ts'
import { expectToast, logIn, register, statusBadge, stepper, visit } from './screen.ts'
import { type Product, unique } from './shop.ts'
import { snapPopup } from './snap-popup.ts'

/**
 * Registers, logs in, puts two of the product into the cart, orders and pays, and expects that every step is shown.
 * @returns the id of the order
 */
export async function buy(page: Page, product: Product): Promise<string> {
  const id = unique()
  const buyer = { name: `Tuti ${id}`, email: `tuti-${id}@contoh.test`, password: 'rahasia-tuti-1' }
  await test.step('registers and logs in', async () => {
    await visit(page, '/auth/register')
    await register(page, buyer)
    await expect(page).toHaveURL(/\/auth\/login/)
    await logIn(page, buyer)
    await expect(page).toHaveURL('/')
  })
  await test.step('puts two into the cart', async () => {
    await visit(page, '/products')
    await page.getByRole('combobox', { name: 'Cari produk' }).fill(product.name)
    await page.getByRole('combobox', { name: 'Cari produk' }).press('Enter')
    await page.getByRole('main').getByRole('link', { name: product.name }).first().click()
    await page.getByRole('button', { name: '500gram · Toples' }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expectToast(page, 'Berhasil menambahkan produk ke keranjang belanja')
    await stepper(page, product).more.click()
    await expect(stepper(page, product).value).toHaveText('2')
    await expect(page.getByText('Total (1 produk)').first()).toBeVisible()
    await page.getByRole('link', { name: 'Checkout' }).click()
  })
  await test.step('orders', async () => {
    await fillAddress(page)
    await sendOrder(page)
  })
  return test.step('pays', async () => {
    const popup = snapPopup(page)
    await popup.pay()
    await popup.expectPaid()
    await expectToast(page, 'Pembayaran berhasil!')
    await expect(page).toHaveURL(/\/my-order\/order\/[^/]+$/)
    await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })
}
