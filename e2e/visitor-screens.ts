import { expect } from '@playwright/test'
import { mailedLinks } from './outbox.ts'
import { changeEmail, logIn, register, stepper, visit } from './screen.ts'
import type { Walk } from './screens.ts'
import { unique } from './shop.ts'

export async function catalogueScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const page = await openBrowser()
  const show = async (name: string, path: string) => {
    await visit(page, path)
    await look(page, name)
  }
  await show('home', '/')
  await show('products', '/products')
  await show('products-category', '/products?category=KUE_KERING')
  await show('products-page-2', '/products?sortBy=price&sortOrder=desc&page=2')
  await show('products-past-the-end', '/products?page=99')
  await show('products-none', '/products?query=rendang-kaleng')
  await visit(page, `/products/${(await shop.sample('nastar')).id}`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'Cocok dengan ini' })).toBeVisible()
  await look(page, 'product-jar')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await look(page, 'product-must-log-in')
  const few = await shop.sample('basreng')
  await show('product-bale', `/products/${few.id}`)
  await page.getByRole('button', { name: '1kg · Bal' }).click()
  for (let quantity = 1; quantity < few.stock; quantity += 1) await stepper(page, few).more.click()
  await expect(stepper(page, few).more).toBeDisabled()
  await look(page, 'product-all-that-is-left')
  await show('product-sold-out', `/products/${(await shop.sample('emping')).id}`)
  await show('product-not-found', '/products/00000000-0000-4000-8000-000000000000')
  await show('not-found', '/tidak/ada')
  await visit(page, '/')
  await page.route('**/api/products?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
  await expect(page.getByRole('link', { name: 'Coba lagi' })).toBeVisible()
  await look(page, 'no-network')
}

export async function authScreens({ openBrowser, shop, look }: Walk): Promise<void> {
  const page = await openBrowser()
  const buyer = await shop.makeBuyer()
  await visit(page, '/auth/login')
  await look(page, 'login')
  await logIn(page, { ...buyer, password: 'bukan-sandinya' })
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'login-refused')
  await visit(page, '/cart')
  await expect(page).toHaveURL(/\/auth\/login/)
  await look(page, 'login-sent-here')
  await visit(page, '/auth/register')
  await look(page, 'register')
  await page.getByRole('button', { name: 'Daftar' }).click()
  await look(page, 'register-problems')
  await page.evaluate(() => {
    // Otherwise the login page would follow.
    const { setTimeout } = window
    const withoutRedirect = (work: () => void, ms?: number) => (ms === 1_500 ? 0 : setTimeout(work, ms))
    Object.assign(window, { setTimeout: withoutRedirect })
  })
  await register(page, { name: 'Dewi Anggraini', email: `dewi-${unique()}@contoh.test`, password: 'sandi-dewi-1' })
  await expect(page.getByRole('status')).toBeVisible()
  await look(page, 'register-success')

  await visit(page, '/auth/forgot-password')
  await look(page, 'forgot-password')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByRole('button', { name: 'Kirim Tautan' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await look(page, 'forgot-password-sent')
  await visit(page, '/auth/reset-password')
  await look(page, 'reset-password-without-link')
  const [link = ''] = await mailedLinks(buyer.email, 'Atur ulang kata sandi Camilan', 1)
  await visit(page, link)
  await page.getByRole('button', { name: 'Simpan Kata Sandi' }).click()
  await look(page, 'reset-password')

  await visit(page, '/auth/undo-email')
  await look(page, 'undo-email-without-link')
  await changeEmail(await openBrowser(buyer), `lain-${unique()}@contoh.test`, buyer.password)
  const [undoLink = ''] = await mailedLinks(buyer.email, 'Email akun Camilan Anda telah diganti', 1)
  await visit(page, undoLink)
  await look(page, 'undo-email')
}
