/// <reference lib="dom" />
/** The longest words, numbers and lists that people can enter. No element leaves the screen on any page. */
import type { Page } from '@playwright/test'
import { findUnfitting } from './fitting.ts'
import { expect, sellerTest, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { setSellerStage } from './seller-stage.ts'
import { type Account, formOf, type Shop, unique } from './shop.ts'

const widths = [320, 360, 1280]
const longWord = (letter: string, length = 60) => letter.repeat(length - 8) + unique()
const highestPrice = 100_000_000

/** A buyer whose texts are each one long word. */
async function makeLongBuyer(shop: Shop): Promise<Account> {
  const buyer = await shop.makeBuyer({ name: longWord('P') })
  const email = `${longWord('e')}@${longWord('d', 30)}.test`
  const body = formOf({ email, phone: '+6281234567890', address: longWord('J') })
  const headers = { authorization: `Bearer ${buyer.token}` }
  const answer = await fetch(`${shop.url}/api/users/me`, { method: 'PUT', headers, body })
  expect(answer.status, await answer.text()).toBe(200)
  return { ...buyer, email }
}

/** The 'A' puts it on the home page, too. */
const makeLongProduct = (shop: Shop, { letter = 'K', stock = 1_000 } = {}) =>
  shop.makeProduct({ name: longWord(letter), description: longWord('D'), price: highestPrice, stock })

/** Runs in the page. Tables and rows of tabs may be wider than the screen, because they scroll. */
const findScrolling = (): string[] =>
  [...document.querySelectorAll('main *, dialog, dialog *')]
    .filter((area) => !area.matches('section[aria-label^="Tabel"], nav, nav ul, input, textarea'))
    .filter((area) => area.scrollWidth > area.clientWidth && /auto|scroll/.test(getComputedStyle(area).overflowX))
    .map(({ tagName, className }) => `${tagName} ${className} scrolls sideways`)

/** Their letters may touch, and words this long are broken. */
const isAboutSides = (fault: string) => !/ is over | is broken/.test(fault)

async function expectAllOnScreen(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    const find = async () => {
      const unfitting = await page.evaluate(findUnfitting)
      return [...unfitting.filter(isAboutSides), ...(await page.evaluate(findScrolling))]
    }
    // Tables turn into cards a moment after the resize.
    await expect.soft.poll(find, { message: `${what}, ${width} px`, timeout: 3_000 }).toEqual([])
  }
}

async function walk(page: Page, paths: Record<string, string>): Promise<void> {
  for (const [what, path] of Object.entries(paths)) {
    await visit(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAllOnScreen(page, what)
  }
}

test('nothing leaves the screen of a visitor, however long the texts are', async ({ page, shop, faults }) => {
  faults.allow(/status of 404/)
  const product = await makeLongProduct(shop, { letter: 'A' })
  const soldOut = await makeLongProduct(shop, { letter: 'A', stock: 0 })
  const query = longWord('Q')
  await walk(page, {
    home: '/',
    list: '/products?sortBy=price&sortOrder=desc',
    found: `/products?query=${encodeURIComponent(product.name)}`,
    'nothing found': `/products?query=${query}`,
    product: `/products/${product.id}`,
    'sold out': `/products/${soldOut.id}`,
    'not found': `/${query}`,
    login: '/auth/login',
    register: '/auth/register',
    'forgot password': '/auth/forgot-password',
    'reset password': `/auth/reset-password?token=${query}`,
    'undo e-mail': `/auth/undo-email?token=${query}`,
  })
  await shop.removeProduct(product)
  await shop.removeProduct(soldOut)
})

test('nothing leaves the screen of a buyer with thirty long lines', async ({ openBrowser, shop }) => {
  const buyer = await makeLongBuyer(shop)
  const products = await Promise.all(Array.from({ length: 30 }, () => makeLongProduct(shop)))
  const fillCart = async () => {
    for (const product of products) await shop.addToCart(buyer, product)
  }
  await fillCart()
  const unpaid = await shop.orderCart(buyer, { address: longWord('A'), notes: longWord('N') })
  await fillCart()
  const done = await shop.orderCart(buyer, { address: longWord('A'), notes: longWord('N') })
  await shop.pay(buyer, done)
  await shop.ship(done, { courier: longWord('K', 50), tracking_number: longWord('R', 50) })
  await fillCart()
  const page = await openBrowser(buyer)
  await walk(page, {
    cart: '/cart',
    checkout: '/order',
    orders: '/my-order',
    'shipped orders': '/my-order?status=DIKIRIM',
    'unpaid order': `/my-order/order/${unpaid.id}`,
    'shipped order': `/my-order/order/${done.id}`,
    profile: '/profile',
    notifications: '/notifications',
    help: '/help',
    'about us': '/about-us',
  })
  await Promise.all(products.map((product) => shop.changeProduct(product, { stock: 0 })))
  await walk(page, { 'sold out cart': '/cart' })
  await Promise.all(products.map((product) => shop.removeProduct(product)))
})

sellerTest('nothing leaves the screen of the administrator, however long the texts are', async ({ page, shop }) => {
  const product = await makeLongProduct(shop)
  const { orders } = await setSellerStage(shop, product, {
    buyer: await makeLongBuyer(shop),
    address: longWord('A'),
    notes: longWord('N'),
    shipment: { courier: longWord('K', 50), tracking_number: longWord('R', 50) },
  })
  const found = `/admin/manage-products?${new URLSearchParams({ query: product.name })}`
  await walk(page, {
    dashboard: '/admin/dashboard',
    products: found,
    'no products': `/admin/manage-products?query=${longWord('Q')}`,
    orders: '/admin/manage-orders',
    ...Object.fromEntries(
      Object.entries(orders).map(([stage, { id }]) => [`${stage} order`, `/admin/manage-orders/order/${id}`]),
    ),
    users: '/admin/manage-users',
    refunds: '/admin/refunds',
    profile: '/admin/profile',
    notifications: '/admin/notifications',
    print: `/admin/print?ids=${orders.paid.id}`,
    receipt: `/admin/print?ids=${orders.paid.id}&kind=receipt&paper=a4`,
  })
  await visit(page, found)
  await page.getByRole('button', { name: `Edit ${product.name}` }).click()
  await page.getByRole('dialog').getByText('Riwayat perubahan').click()
  await expectAllOnScreen(page, 'product form')
  await shop.removeProduct(product)
})
