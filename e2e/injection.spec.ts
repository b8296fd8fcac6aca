/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'
import { xssPayloads } from '../server/src/testing/payloads.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { unique } from './shop.ts'
import { payNow, snapPopup } from './snap-popup.ts'

/** A tenth of them, with different ends of what is around them. */
const scripts = xssPayloads.filter((_, index) => index % 13 === 0)
const texts = scripts.join('\n')
const [address, notes] = [texts.slice(0, 490).trim(), texts.slice(-490).trim()]

test('scripts in texts of customers and of the seller do not run @thorough', async ({ shop, openBrowser, faults }) => {
  faults.allow(/status of 404/, /^request: .*\.data$/)
  const ran: string[] = []
  // Every test fails on dialogs and on violations of a page's policy.
  const watch = (context: BrowserContext) => context.exposeBinding('xss', ({ page }) => void ran.push(page.url()))
  const mark = unique()
  const name = `${mark} </script><img src=x onerror=xss()>"'`
  const product = await shop.makeProduct({ name, description: texts })
  const buyer = await shop.makeBuyer({ name })
  const order = async () => {
    await shop.addToCart(buyer, product)
    return shop.orderCart(buyer, { address, notes })
  }
  const [shipped, late, unpaid] = [await order(), await order(), await order()]
  await shop.pay(buyer, shipped)
  await shop.ship(shipped, { courier: '<svg onload=xss()>', tracking_number: "'><script>xss()</script>" })
  await shop.payTooLate(buyer, late)
  await shop.addToCart(buyer, product)

  const customer = await openBrowser(buyer)
  await watch(customer.context())
  const seller = await openBrowser(await shop.seller())
  await watch(seller.context())
  const encoded = encodeURIComponent(name)
  for (const [page, path, text] of [
    [customer, `/products/${product.id}`, texts],
    [customer, `/products?query=${encoded}`, name],
    [customer, `/${encoded}`, ''],
    [customer, '/cart', name],
    [customer, '/order', name],
    [customer, `/my-order/order/${shipped.id}`, address],
    [customer, '/my-order?status=DIKIRIM', shipped.id],
    [customer, '/profile', name],
    [seller, `/admin/manage-orders/order/${shipped.id}`, notes],
    [seller, `/admin/manage-orders?query=${mark}`, name],
    [seller, `/admin/manage-products?query=${mark}`, name],
    [seller, `/admin/manage-users?query=${mark}`, name],
    [seller, `/admin/print?ids=${shipped.id}`, address],
    [seller, `/admin/print?ids=${shipped.id}&kind=receipt`, name],
    [seller, '/admin/refunds', late.id],
    [seller, '/admin/notifications', name],
  ] as const) {
    await visit(page, path)
    expect.soft(await page.locator('body').textContent(), path).toContain(text)
  }
  for (const path of [
    `/products/${product.id}.data`,
    `/products/${product.id}%2Edata`,
    `/api/products/${product.id}`,
  ]) {
    await customer.goto(path)
  }
  await visit(customer, `/my-order/order/${unpaid.id}`)
  await payNow(customer)
  await expect(snapPopup(customer).dialog).toBeVisible()
  expect(ran).toEqual([])
})

test('a script that is written into a page without escapes is noticed @thorough', async ({ page, faults }) => {
  faults.allow(/status of 404/) // an image that does not exist
  const ran: string[] = []
  await page.exposeBinding('xss', () => void ran.push('xss'))
  await page.route('**/sink', (route) => route.fulfill({ contentType: 'text/html', body: texts }))
  await page.goto('/sink')
  await expect.poll(() => ran).not.toEqual([])
})
