/// <reference lib="dom" />
/** 300 scripts as texts of the shop. A browser opens every page that shows them, and none runs. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../e2e/find-chromium.ts'
import { sendResetLinks } from '../../server/src/accounts/send-reset-links.ts'
import { changeProduct } from '../../server/src/catalog/change-product.ts'
import { notify } from '../../server/src/notifications/notify.ts'
import { transact } from '../../server/src/platform/db/transact.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'
import { xssPayloads } from '../../server/src/testing/payloads.ts'
import type { Customer } from '../../server/src/testing/shop-client.ts'

const payloads = xssPayloads.slice(0, Number(process.env.INJECTIONS ?? xssPayloads.length))
const tabs = 3
const shop = useShop({ pages: true })

let browser: Browser
/** The pages on which a script ran, a dialog opened, or the policy of the page stopped something. */
const hits: string[] = []
/** Texts that differ on the page, and links with a script. */
const damage: string[] = []
let opened = 0

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(() => browser?.close())
afterEach(() => {
  console.log(`${opened} pages`)
  expect([hits.splice(0), damage]).toEqual([[], []])
})

async function openContext(user?: Customer): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.exposeBinding('xss', ({ page }) => void hits.push(`ran at ${page.url()}`))
  await context.exposeBinding('violation', ({ page }, what: string) => void hits.push(`${what} at ${page.url()}`))
  await context.addInitScript(
    ([token, role]) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        Reflect.get(window, 'violation')(`policy: ${violatedDirective} ${blockedURI}`)
      })
      try {
        if (token) Object.assign(localStorage, { token, role })
      } catch {} // a frame without an origin has no storage
    },
    [user?.token ?? '', String(user?.isAdmin ?? false)],
  )
  context.on('dialog', (dialog) => {
    hits.push(`dialog at ${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  return context
}

interface View {
  path: string
  /** Must be on the page exactly like this. */
  texts?: readonly string[]
  /** Called before the texts are searched. */
  act?: (page: Page) => Promise<unknown>
}

async function look(page: Page, { path, texts = [], act }: View): Promise<void> {
  await page.goto(new URL(path, shop.origin).href, { waitUntil: 'load' })
  await page.waitForFunction(() => {
    const main = document.querySelector('main:not([aria-busy])')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
  await act?.(page)
  opened += 1
  const { text, links } = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const attributes = ['href', 'src', 'action', 'formaction']
    const targets = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())]
    return {
      text: [document.documentElement.textContent, ...fields.map(({ value }) => value)].join('\n'),
      links: targets.flatMap((target) => attributes.map((name) => target.getAttribute(name) ?? '')),
    }
  })
  for (const expected of texts) if (!text.includes(expected)) damage.push(`${path} does not show ${expected}`)
  for (const link of links) if (/^\s*(javascript|data:text)/i.test(link)) damage.push(`${path} links to ${link}`)
}

/** Open all of them, in a few tabs of one browser window. */
async function lookAtAll(user: Customer | undefined, views: readonly View[]): Promise<void> {
  const context = await openContext(user)
  const waiting = [...views]
  const tab = async () => {
    const page = await context.newPage()
    for (let view = waiting.shift(); view; view = waiting.shift()) await look(page, view)
  }
  await Promise.all(Array.from({ length: tabs }, tab))
  await context.close()
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
/** A page for each of the first texts, which is a part of its URL. */
const at = (path: string, count = 30) =>
  payloads.slice(0, count).map((text) => ({ path: path + encodeURIComponent(text) }))

test('a script that is written into a page without escapes runs, and is noticed', async () => {
  const context = await openContext()
  const page = await context.newPage()
  const body = `<!doctype html>${payloads.filter((text) => text.startsWith('<')).join('\n')}`
  await page.route('**/sink', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(`${shop.origin}/sink`, { waitUntil: 'load' })
  expect(hits.splice(0).length).toBeGreaterThan(0)
  await context.close()
})

test('no script runs in the pages of the catalogue', async () => {
  const admin = await shop.admin()
  const products: { id: string; name: string }[] = []
  for (const name of payloads) products.push({ ...(await shop.product({ name, description: name, stock: 3 })), name })
  const { id = '', name = '' } = products[0] ?? {}
  for (const text of payloads.slice(0, 10)) {
    const change = { id, form: { description: text }, image: undefined }
    await changeProduct(shop.db, { ...admin, name: text }, change, shop.clock())
  }
  const metadata = (expected: string) => async (page: Page) => {
    const title = await page.locator('meta[property="og:title"]').first().getAttribute('content')
    const data = await page.locator('script[type="application/ld+json"]').first().textContent()
    if (!title?.includes(expected)) damage.push(`og:title of ${expected} is ${title}`)
    if (JSON.parse(data ?? '{}').name !== expected) damage.push(`JSON-LD of ${expected} is ${data}`)
  }
  await lookAtAll(undefined, [
    { path: '/' },
    ...chunks(payloads, 12).map((_, index) => ({ path: `/products?page=${index + 1}` })),
    ...products.map((one) => ({ path: `/products/${one.id}`, texts: [one.name], act: metadata(one.name) })),
    ...at('/products?query=', 300),
    ...['/', '/auth/login?next=', '/auth/reset-password?token=', '/auth/undo-email?token='].flatMap((path) => at(path)),
  ])
  await lookAtAll(admin, [
    { path: '/admin/dashboard', act: (page) => page.getByText('Lihat sebagai tabel').click() },
    ...chunks(payloads, 100).map((_, index) => ({ path: `/admin/manage-products?size=100&page=${index + 1}` })),
    {
      path: `/admin/manage-products?query=${encodeURIComponent(name)}&size=100`,
      texts: payloads.slice(0, 9), // the newest change is to the last one
      async act(page) {
        await page
          .getByRole('button', { name: `Edit ${name}`, exact: true })
          .first()
          .click()
        await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
        await page.locator('details ol li').nth(8).waitFor()
      },
    },
  ])
}, 1_800_000)

test('no script runs in the pages of orders and accounts, nor in prints, mails and the CSV', async () => {
  const admin = await shop.admin({ name: String(payloads[0]), address: String(payloads[1]) })
  const orders: { id: string; texts: string[] }[] = []
  let buyer = admin
  for (const texts of chunks(payloads, 5)) {
    const [name = '', courier = ''] = texts
    const all = texts.join('\n')
    buyer = await shop.customer({ name, address: all })
    for (const text of texts) await buyer.addToCart(await shop.product({ name: text, price: 50_000 }), 1)
    const id = (await buyer.placeOrder({ address: all, notes: all })).body.data.order_id
    orders.push({ id, texts: [all, ...texts] })
    const isLate = orders.length % 10 === 0
    if (isLate) {
      await shop.sandbox.charge(id)
      await buyer.setStatus(id, 'DIBATALKAN')
    }
    await shop.sandbox.pay(id, { force: isLate })
    await shop.sandbox.webhookStatuses(id)
    if (isLate) await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: all } })
    else if (orders.length % 2 === 0) {
      const shipment = { courier: courier.slice(0, 50), tracking_number: name.slice(0, 50) }
      await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM', ...shipment } })
    }
    await lookAtAll(buyer, [
      { path: `/my-order/order/${id}`, texts: [all, ...texts] },
      { path: '/profile', texts: [all, name] },
      ...['DIBAYAR', 'DIKIRIM', 'DIBATALKAN'].map((status) => ({ path: `/my-order?status=${status}` })),
      { path: '/notifications' },
    ])
  }
  const some = payloads.slice(0, 100)
  for (const text of some) await buyer.addToCart(await shop.product({ name: text }), 1)
  await lookAtAll(buyer, [
    { path: '/cart', texts: some },
    { path: '/order', texts: some },
  ])
  const notices = some.slice(0, 90).map((productName) => {
    return { kind: 'stock-low' as const, to: { user: admin.id } as never, productName, stock: 2 }
  })
  await shop.db.deleteFrom('notifications').where('user_id', '=', admin.id).execute()
  await transact(shop.db, (tx) => notify(tx, notices, shop.clock()))
  await lookAtAll(admin, [
    { path: '/admin/notifications', texts: some.slice(0, 90) },
    ...orders.map(({ id, texts }) => ({ path: `/admin/manage-orders/order/${id}`, texts })),
    { path: '/admin/manage-orders?size=100', texts: orders.map(({ texts }) => texts[1] ?? '') },
    ...['manage-orders?query=', 'manage-users?query=', 'print?kind='].flatMap((path) => at(`/admin/${path}`)),
    ...chunks(orders, 20).flatMap((printed) =>
      ['slip', 'receipt'].map((kind) => ({
        path: `/admin/print?ids=${printed.map(({ id }) => id).join()}&kind=${kind}`,
        texts: printed.map(({ texts }) => texts[1] ?? ''),
      })),
    ),
    { path: '/admin/manage-users?size=100' },
    { path: '/admin/refunds' },
    { path: '/admin/profile', texts: payloads.slice(0, 2) },
    { path: '/admin/dashboard' },
  ])
  await openOther(admin, buyer)
}, 1_800_000)

/** Texts outside the shop's pages: answers of the API, the CSV, the payment page, mails. */
async function openOther(admin: Customer, buyer: Customer): Promise<void> {
  const context = await openContext()
  const page = await context.newPage()
  for (const { path } of at('/api/products?limit=100&query=')) await page.goto(shop.origin + path)
  const { body } = await admin.ask<{ url: string }>('POST', '/admin/orders/export')
  const download = page.waitForEvent('download')
  await page.goto(body.data.url).catch(() => {}) // a download ends the navigation
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.goto((await buyer.placeOrder()).body.data.redirect_url, { waitUntil: 'networkidle' })

  await shop.ask('POST', '/auth/forgot-password', { body: { email: buyer.email } })
  const sender = { shopName: 'Camilan', publicUrl: shop.origin }
  await sendResetLinks({ db: shop.db, sender, clock: shop.clock }, new AbortController().signal)
  const mails = await shop.db.selectFrom('mail_outbox').select('html').execute()
  expect(mails).not.toEqual([])
  for (const { html } of mails) {
    await page.route('**/mail', (route) => route.fulfill({ contentType: 'text/html', body: html ?? '' }))
    await page.goto(`${shop.origin}/mail`)
  }
  await context.close()
}

test('a login never leads to a script or to another site', async () => {
  const user = await shop.customer()
  const context = await openContext()
  for (const next of [
    ...['javascript:xss()', 'JaVaScRiPt:xss()', '\tjavascript:xss()', 'data:text/html,<script>xss()</script>'],
    ...['//jahat.example', '/\\jahat.example', 'https://jahat.example', '/%09/jahat.example'],
  ]) {
    const page = await context.newPage()
    await page.goto(`${shop.origin}/auth/login?${new URLSearchParams({ next })}`, { waitUntil: 'networkidle' })
    await page.getByLabel('Email', { exact: true }).fill(user.email)
    await page.getByLabel('Kata Sandi', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForFunction(() => localStorage.getItem('token') !== null && !location.pathname.startsWith('/auth'))
    expect([next, new URL(page.url()).origin]).toEqual([next, shop.origin])
    await page.evaluate(() => localStorage.clear())
    await page.close()
  }
  await context.close()
})
