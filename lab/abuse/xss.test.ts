/// <reference lib="dom" />
/** 300 scripts as texts of the shop, and every page that shows them opened in a browser: none runs. */
import type { Product } from '@camilan/contract/catalog'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
/** Where a script ran, a dialog opened, or the policy of the page had to stop something. */
const hits: string[] = []
/** Texts that are not on the page as they were sent, and links with a script. */
const damage: string[] = []
let opened = 0

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(() => browser?.close())

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
  /** Must be on the page exactly so. */
  texts?: readonly string[]
  /** Before the texts are looked for. */
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
    const targets = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    const attributes = ['href', 'src', 'action', 'formaction']
    return {
      text: [document.documentElement.textContent, ...fields.map(({ value }) => value)].join('\n'),
      links: targets.flatMap((target) => attributes.map((name) => target.getAttribute(name) ?? '')),
    }
  })
  for (const expected of texts) if (!text.includes(expected)) damage.push(`${path} does not show ${expected}`)
  for (const link of links) if (/^\s*(javascript|data:text)/i.test(link)) damage.push(`${path} links to ${link}`)
}

/** Look at all of them, in a few tabs of one browser window. */
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

function expectNothingRan(name: string): void {
  console.log(`${name}: ${opened} pages, ${hits.length} scripts or violations, ${damage.length} texts damaged`)
  expect(hits).toEqual([])
  expect(damage).toEqual([])
}

/** Ways in which a program writes a text into a page. */
const sinks = [
  (text: string) => `<div>${text}</div>`,
  (text: string) => `<input value="${text}">`,
  (text: string) => `<input value='${text}'>`,
  (text: string) => `<title>${text}</title>`,
  (text: string) => `<textarea>${text}</textarea>`,
  (text: string) => `<style>${text}</style>`,
  (text: string) => `<!-- ${text} -->`,
  (text: string) => `<iframe src="${text}"></iframe>`,
  (text: string) => `<script>var a = "${text}"</script>`,
  (text: string) => `<script>var a = '${text}'</script>`,
  (text: string) => `<script>var a = \`${text}\`</script>`,
  // Written after it was decoded once too often.
  (text: string) => `<div>${text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"')}</div>`,
  (text: string) => `<div>${text.replaceAll('%3C', '<').replaceAll('%3E', '>')}</div>`,
  (text: string) => `<div>${text.replaceAll('\\u003c', '<').replaceAll('\\u003e', '>')}</div>`,
]

test('the strings do run where they are written into a page as they are', async () => {
  const context = await openContext()
  const page = await context.newPage()
  const harmless: string[] = []
  const frames = sinks.map((_, index) => `<iframe src="/sink/${index}"></iframe>`).join('')
  let text = ''
  await page.route(/\/sink\/\w*$/, (route) => {
    const sink = sinks[Number(route.request().url().split('/').at(-1))]
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html>${sink ? sink(text) : frames}`,
    })
  })
  for (const payload of payloads) {
    text = payload
    hits.length = 0
    await page.goto(`${shop.origin}/sink/all`, { waitUntil: 'load' })
    if (hits.length === 0) harmless.push(text)
  }
  await context.close()
  hits.length = 0
  console.log(`${payloads.length - harmless.length} of ${payloads.length} run in a page that escapes nothing`)
  expect(harmless.length).toBeLessThan(payloads.length / 4)
}, 600_000)

test('in the pages of the catalogue no script runs', async () => {
  const now = shop.clock()
  const admin = await shop.admin()
  const products: Product[] = []
  for (const text of payloads) products.push((await shop.product({ name: text, description: text, stock: 3 })) as never)
  for (const [index, texts] of chunks(payloads, 10).entries()) {
    const { id = '' } = products[index * 10] ?? {}
    for (const text of texts) {
      const by = { ...admin, name: text }
      await changeProduct(shop.db, by, { id, form: { description: text }, image: undefined }, now)
    }
  }

  const metadata = (product: { name: string }) => async (page: Page) => {
    const meta = await page.evaluate(() => ({
      title: document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '',
      data: document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}',
    }))
    if (!meta.title.includes(product.name)) damage.push(`og:title of ${product.name} is ${meta.title}`)
    if (JSON.parse(meta.data).name !== product.name) damage.push(`JSON-LD of ${product.name} is ${meta.data}`)
  }
  await lookAtAll(undefined, [
    { path: '/' },
    ...chunks(payloads, 12).map((_, index) => ({ path: `/products?page=${index + 1}` })),
    ...products.map((product) => ({
      path: `/products/${product.id}`,
      texts: [product.name],
      act: metadata(product),
    })),
    ...payloads.map((text) => ({ path: `/products?query=${encodeURIComponent(text)}`, texts: [text] })),
    ...payloads.slice(0, 30).map((text) => ({ path: `/${encodeURIComponent(text)}` })),
    ...payloads.slice(0, 30).flatMap((text) =>
      ['auth/login?next', 'auth/reset-password?token', 'auth/undo-email?token'].map((path) => ({
        path: `/${path}=${encodeURIComponent(text)}`,
      })),
    ),
  ])
  const sorted = payloads.toSorted()
  await lookAtAll(admin, [
    { path: '/admin/dashboard', act: (page) => page.getByText('Lihat sebagai tabel').click() },
    ...chunks(sorted, 100).map((_, index) => ({ path: `/admin/manage-products?size=100&page=${index + 1}` })),
    ...chunks(products, 10).map(([product], index) => ({
      path: `/admin/manage-products?query=${encodeURIComponent(product?.name ?? '')}&size=100`,
      texts: payloads.slice(index * 10, index * 10 + 9), // the newest change is to the last one
      act: async (page: Page) => {
        await page
          .getByRole('button', { name: `Edit ${product?.name}`, exact: true })
          .first()
          .click()
        await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
        await page.locator('details ol li').nth(8).waitFor()
      },
    })),
  ])
  expectNothingRan('catalogue')
}, 1_800_000)

test('in the pages of orders and accounts no script runs, nor in prints, mails and the CSV', async () => {
  const admin = await shop.admin({ name: String(payloads[0]), address: String(payloads[1]) })
  const orders: { id: string; buyer: Customer; texts: string[] }[] = []
  for (const texts of chunks(payloads, 5)) {
    const [name = '', courier = ''] = texts
    const buyer = await shop.customer({ name, address: texts.join('\n') })
    for (const text of texts) await buyer.addToCart(await shop.product({ name: text, price: 50_000 }), 1)
    const { data } = (await buyer.placeOrder({ address: texts.join('\n'), notes: texts.join('\n') })).body
    const id = data.order_id
    orders.push({ id, buyer, texts })
    const isLate = orders.length % 10 === 0
    if (isLate) {
      await shop.sandbox.charge(id)
      await buyer.setStatus(id, 'DIBATALKAN')
    }
    await shop.sandbox.pay(id, { force: isLate })
    await shop.sandbox.webhookStatuses(id)
    if (isLate) {
      await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: texts.join('\n') } })
    } else if (orders.length % 2 === 0) {
      const shipment = { courier: courier.slice(0, 50), tracking_number: name.slice(0, 50) }
      await admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM', ...shipment } })
    }
  }
  for (const text of payloads) await shop.customer({ name: text, address: text })
  const ids = orders.map(({ id }) => id)

  for (const { id, buyer, texts } of orders) {
    await lookAtAll(buyer, [
      { path: `/my-order/order/${id}`, texts: [texts.join('\n'), ...texts] },
      { path: '/profile', texts: [texts.join('\n'), texts[0] ?? ''] },
      ...['DIBAYAR', 'DIKIRIM', 'DIBATALKAN'].map((status) => ({ path: `/my-order?status=${status}` })),
      { path: '/notifications' },
    ])
  }
  const [{ buyer } = { buyer: admin }] = orders
  for (const text of payloads.slice(0, 100)) await buyer.addToCart(await shop.product({ name: text }), 1)
  await lookAtAll(buyer, [
    { path: '/cart', texts: payloads.slice(0, 100) },
    { path: '/order', texts: payloads.slice(0, 100) },
  ])
  await lookAtAll(admin, [
    ...orders.map(({ id, texts }) => ({
      path: `/admin/manage-orders/order/${id}`,
      texts: [texts.join('\n'), ...texts],
      act: async (page: Page) => {
        await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
        await page
          .getByText(/ oleh |Belum ada perubahan/)
          .first()
          .waitFor()
      },
    })),
    { path: '/admin/manage-orders?size=100', texts: orders.map(({ texts }) => texts[0] ?? '') },
    ...payloads.map((text) => ({ path: `/admin/manage-orders?query=${encodeURIComponent(text)}` })),
    ...chunks(ids, 20).flatMap((some, index) =>
      ['slip', 'receipt'].map((kind) => ({
        path: `/admin/print?ids=${some.join(',')}&kind=${kind}`,
        texts: orders.slice(index * 20, index * 20 + 20).map(({ texts }) => texts[0] ?? ''),
      })),
    ),
    ...payloads.slice(0, 20).map((text) => ({
      path: `/admin/print?kind=${encodeURIComponent(text)}&paper=${encodeURIComponent(text)}`,
    })),
    ...chunks(payloads, 80).map((_, index) => ({ path: `/admin/manage-users?size=100&page=${index + 1}` })),
    ...payloads
      .slice(0, 30)
      .map((text) => ({ path: `/admin/manage-users?query=${encodeURIComponent(text)}`, texts: [text] })),
    { path: '/admin/refunds' },
    { path: '/admin/profile', texts: payloads.slice(0, 2) },
    { path: '/admin/dashboard' },
  ])
  // The page shows the newest hundred.
  for (const texts of chunks(payloads, 90)) {
    const notices = texts.map((productName) => ({
      kind: 'stock-low' as const,
      to: { user: admin.id } as never,
      productName,
      stock: 2,
    }))
    await shop.db.deleteFrom('notifications').where('user_id', '=', admin.id).execute()
    await transact(shop.db, (tx) => notify(tx, notices, shop.clock()))
    await lookAtAll(admin, [{ path: '/admin/notifications', texts }])
  }
  await openOther(admin, buyer, ids)
  expectNothingRan('orders and accounts')
}, 1_800_000)

/** What is not a page of the shop: answers of the API, the CSV, the payment page, mails. */
async function openOther(admin: Customer, buyer: Customer, ids: string[]): Promise<void> {
  const context = await openContext()
  const page = await context.newPage()
  for (const query of ['', ...payloads.slice(0, 50)]) {
    await page.goto(`${shop.origin}/api/products?limit=100&query=${encodeURIComponent(query)}`)
    opened += 1
  }
  const { body } = await admin.ask<{ url: string }>('POST', '/admin/orders/export')
  const download = page.waitForEvent('download')
  await page.goto(body.data.url).catch(() => {}) // a download ends the navigation
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await buyer.addToCart(await shop.product({ name: String(payloads[3]), price: 50_000 }), 1)
  const { data } = (await buyer.placeOrder()).body
  await page.goto(data.redirect_url, { waitUntil: 'networkidle' })
  opened += 1

  await shop.ask('POST', '/auth/forgot-password', { body: { email: buyer.email } })
  const sender = { shopName: 'Camilan', publicUrl: shop.origin }
  await sendResetLinks({ db: shop.db, sender, clock: shop.clock }, new AbortController().signal)
  await buyer.ask('PUT', '/users/me/password', {
    body: { current_password: buyer.password, new_password: 'kata-sandi-baru' },
  })
  const mails = await shop.db.selectFrom('mail_outbox').select('html').execute()
  expect(mails.length).toBeGreaterThan(1)
  for (const { html } of mails) {
    await page.route('**/mail', (route) => route.fulfill({ contentType: 'text/html', body: html ?? '' }))
    await page.goto(`${shop.origin}/mail`)
    opened += 1
  }
  expect(ids.length).toBeGreaterThan(0)
  await context.close()
}

test('a login never leads to a script or to another site', async () => {
  const user = await shop.customer()
  const context = await openContext()
  const targets = [
    'javascript:xss()',
    'JaVaScRiPt:xss()',
    '//jahat.example',
    '/\\jahat.example',
    'https://jahat.example',
    'data:text/html,<script>xss()</script>',
    '\tjavascript:xss()',
    '/%09/jahat.example',
  ]
  for (const next of targets) {
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
  expect(hits).toEqual([])
}, 300_000)
