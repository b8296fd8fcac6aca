/// <reference lib="dom" />
/** The longest words, numbers and lists that people can enter. No element leaves the screen on any page. */
import type { Page } from '@playwright/test'
import { expect, sellerTest, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { setSellerStage } from './seller-screens.ts'
import { type Account, type Shop, unique } from './shop.ts'

const widths = [320, 360, 1280]
const longWord = (letter: string, length = 60) => letter.repeat(length - 8) + unique()
const highestPrice = 100_000_000

/** A buyer whose texts are each one long word. */
async function makeLongBuyer(shop: Shop): Promise<Account> {
  const buyer = await shop.makeBuyer({ name: longWord('P') })
  const form = new FormData()
  const email = `${longWord('e')}@${longWord('d', 30)}.test`
  for (const [name, value] of Object.entries({ email, phone: '+6281234567890', address: longWord('J') })) {
    form.set(name, value)
  }
  const headers = { authorization: `Bearer ${buyer.token}` }
  const answer = await fetch(`${shop.url}/api/users/me`, { method: 'PUT', headers, body: form })
  expect(answer.status, await answer.text()).toBe(200)
  return { ...buyer, email }
}

/** The 'A' puts it on the home page, too. */
const makeLongProduct = (shop: Shop, { letter = 'K', stock = 1_000 } = {}) =>
  shop.makeProduct({ name: longWord(letter), description: longWord('D'), price: highestPrice, stock })

/** The elements that leave the screen, or are cut off at an edge of their card. */
function findLeaving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = window.innerWidth
    const root = document.documentElement
    const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : []
    // Tables and rows of tabs may be wider than the screen, because they scroll.
    const mayScroll = 'section[aria-label^="Tabel"], nav, nav ul'
    const overflows = new Map<Element, string>()
    function overflowOf(element: Element): string {
      const known = overflows.get(element) ?? getComputedStyle(element).overflowX
      overflows.set(element, known)
      return known
    }
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(overflowOf(element))
    for (const area of document.querySelectorAll('main *, dialog, dialog *')) {
      if (area.matches(`${mayScroll}, input, textarea`) || !scrolls(area)) continue
      if (area.scrollWidth > area.clientWidth) found.push(`${area.tagName} ${area.className} scrolls sideways`)
    }
    const hides = (element: Element) => ['hidden', 'clip'].includes(overflowOf(element))
    const things = document.querySelectorAll('h1, h2, h3, a, button, input, select, textarea, summary, .tabular-nums')
    for (const thing of things) {
      const box = thing.getBoundingClientRect()
      const isShown = thing.checkVisibility({ visibilityProperty: true }) && box.width > 1 && !thing.closest('.sr-only')
      if (!isShown) continue
      const name = `${thing.tagName} ${thing.getAttribute('aria-label') ?? thing.textContent?.slice(0, 30)}`
      let [left, right] = [0, width]
      let isInScrollArea = false
      for (let parent = thing.parentElement; parent; parent = parent.parentElement) {
        if (parent.matches(mayScroll) && scrolls(parent)) isInScrollArea = true
        if (!hides(parent)) continue
        const edges = parent.getBoundingClientRect()
        left = Math.max(left, edges.left)
        right = Math.min(right, edges.right)
      }
      if (isInScrollArea) continue
      if (box.left < left - 1 || box.right > right + 1) {
        found.push(`${name}: ${Math.round(box.left)} to ${Math.round(box.right)} of ${left} to ${right}`)
      }
    }
    return found.slice(0, 12)
  })
}

async function expectAllOnScreen(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    // Tables turn into cards a moment after the resize.
    await expect.soft.poll(() => findLeaving(page), { message: `${what}, ${width} px`, timeout: 3_000 }).toEqual([])
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
