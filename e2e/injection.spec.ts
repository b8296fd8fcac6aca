/// <reference lib="dom" />
/** The short form of `lab/abuse/xss.test.ts`: twenty scripts in one product, one order and one account. */
import type { BrowserContext } from '@playwright/test'
import { xssPayloads } from '../server/src/testing/payloads.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { unique } from './shop.ts'

const scripts = xssPayloads.filter((_, index) => index % 15 === 0)

test('scripts in texts of customers and of the seller are shown as texts and do not run', async ({
  shop,
  openBrowser,
}) => {
  const ran: string[] = []
  // Every test fails on dialogs and on violations of a page's policy.
  const watch = (context: BrowserContext) => context.exposeBinding('xss', ({ page }) => void ran.push(page.url()))
  const texts = scripts.join('\n')
  const mark = unique()
  const name = `${mark} </script><img src=x onerror=xss()>"'`
  const product = await shop.makeProduct({ name, description: texts })
  const buyer = await shop.makeBuyer({ name })
  await shop.addToCart(buyer, product)
  const order = await shop.orderCart(buyer, { address: texts.slice(0, 490).trim(), notes: texts.slice(-490).trim() })
  await shop.pay(buyer, order)
  await shop.ship(order, { courier: '<svg onload=xss()>', tracking_number: "'><script>xss()</script>" })

  const customer = await openBrowser(buyer)
  await watch(customer.context())
  const seller = await openBrowser(await shop.seller())
  await watch(seller.context())
  for (const [page, path, text] of [
    [customer, `/products/${product.id}`, texts],
    [customer, `/products?query=${encodeURIComponent(name)}`, name],
    [customer, `/my-order/order/${order.id}`, texts.slice(0, 490).trim()],
    [customer, '/my-order?status=DIKIRIM', order.id],
    [customer, '/profile', name],
    [seller, `/admin/manage-orders/order/${order.id}`, texts.slice(-490).trim()],
    [seller, `/admin/manage-orders?query=${encodeURIComponent(mark)}`, name],
    [seller, `/admin/manage-products?query=${encodeURIComponent(mark)}`, name],
    [seller, `/admin/manage-users?query=${encodeURIComponent(mark)}`, name],
    [seller, `/admin/print?ids=${order.id}`, texts.slice(0, 490).trim()],
  ] as const) {
    await visit(page, path)
    expect.soft(await page.locator('body').textContent(), path).toContain(text)
  }
  expect(ran).toEqual([])
})
