/** Without a connection, or without an answer of the shop, the screen stays and no typed value is lost. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { expectToast, stepper, visit } from './screen.ts'

const outOfReach = 'Tidak bisa terhubung ke toko. Periksa koneksi internet Anda lalu coba lagi.'
const noConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ApiError/

buyerTest('without a connection a product stays out of the cart, and chosen', async ({ page, shop, faults }) => {
  faults.allow(noConnection)
  const product = await shop.makeProduct()
  await visit(page, `/products/${product.id}`)
  await stepper(page, product).more.click()
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expectToast(page, 'Gagal menambahkan produk ke keranjang')
  await expect(stepper(page, product).value).toHaveText('2')
})

const retry = (page: Page) =>
  page.getByRole('region', { name: 'Pemberitahuan' }).getByRole('link', { name: 'Coba lagi' })

for (const [missing, files] of [
  ['the data', '**/api/products?*'],
  ['the code', '**/assets/products-page*.js'],
] as const)
  test(`the page stays if ${missing} of the next page does not arrive; a retry leads on`, async ({ page, faults }) => {
    faults.allow(noConnection)
    // It is not even loaded ahead.
    await page.route(files, (route) => route.abort())
    await visit(page, '/')
    for (let tries = 0; tries < 2; tries += 1) {
      const failed = page.waitForEvent('requestfailed')
      if (tries === 0) await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
      else await retry(page).click()
      await failed
      await expectToast(page, outOfReach, 'Coba lagi')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('link', { name: 'Lihat lebih banyak' })).toBeVisible()
    }
    await page.unroute(files)
    await retry(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
    await expect(page).toHaveURL('/products')
    await expect(retry(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
  })

buyerTest('a failed way back leaves the page at its place in the history', async ({ page, faults }) => {
  faults.allow(noConnection)
  await visit(page, '/my-order')
  await page.getByRole('link', { name: 'Lihat Produk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.goBack()
  await expectToast(page, outOfReach, 'Coba lagi')
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
  await page.unroute('**/api/**')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Pesanan Saya' })).toBeVisible()
  await expect(page).toHaveURL('/my-order')
})

test('a page whose build is gone loads the next page as a document, once', async ({ page, faults }) => {
  faults.allow(/status of 404/, /CodeIsGone/)
  await page.route('**/assets/products-page*.js', (route) => route.fulfill({ status: 404 }))
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  await visit(page, '/')
  await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('alert').filter({ hasText: 'belum termuat lengkap' })).toBeVisible()
  expect(documents).toEqual(['/', '/products'])
  await page.unroute('**/assets/products-page*.js')
  await page.getByRole('link', { name: 'Coba lagi' }).click()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(page.getByText('belum termuat lengkap')).toBeHidden()
  expect(documents).toEqual(['/', '/products', '/products'])
})

buyerTest('a page without its data loads it again when the network is back', async ({ page, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/, /ApiError/)
  await page.route('**/api/orders/me?*', (route) => route.abort('internetdisconnected'))
  await visit(page, '/my-order')
  await expect(page.getByText('Gagal memuat data pesanan')).toBeVisible()
  await page.context().setOffline(true)
  await page.unroute('**/api/orders/me?*')
  await page.context().setOffline(false)
  await expect(page.getByText('Tidak ada pesanan yang menunggu pembayaran')).toBeVisible()
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Waits until the worker keeps the files of the visited page. */
  const isKept = (page: Page, path: string) =>
    expect
      .poll(() =>
        page.evaluate(async (url) => {
          const files = performance.getEntriesByType('resource').map(({ name }) => name)
          const kept = await Promise.all(
            [url, ...files.filter((name) => name.includes('/assets/'))].map((name) => caches.match(name)),
          )
          return kept.every((answer) => answer !== undefined)
        }, path),
      )
      .toBe(true)
  const note = (page: Page) => page.getByRole('status').filter({ hasText: 'halaman ini dari' })

  test('a reload without a network shows the last public page, with its time', async ({ page, faults }) => {
    faults.allow(noConnection, /Failed to load resource/)
    await visit(page, '/')
    await isKept(page, '/')
    await page.getByRole('link', { name: 'Lihat lebih banyak' }).click()
    await expect(page).toHaveURL('/products')
    await isKept(page, '/products')
    await page.context().setOffline(true)
    await visit(page, '/products')
    await expect(note(page)).toHaveText(
      /^Tidak ada koneksi; halaman ini dari \d\d-\d\d-\d{4} \d\d:\d\d WIB\. Muat ulang$/,
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible()
    // The link of a chat or an advertisement leads to the same page.
    await visit(page, '/products?utm_source=wa&fbclid=x')
    await expect(note(page)).toBeVisible()
    // The note does not cover the end of the page.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const edgeOf = async (part: Locator, side: 'top' | 'bottom') =>
      part.evaluate((element, name) => Math.round(element.getBoundingClientRect()[name]), side)
    expect(await edgeOf(page.getByRole('contentinfo'), 'bottom')).toBeLessThanOrEqual(await edgeOf(note(page), 'top'))
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Beranda' }).first().click()
    await expect(page).toHaveURL('/')
    await expect(note(page)).toBeHidden()
  })

  buyerTest('a page of an account is never kept: the last public one is offered', async ({ page, buyer, faults }) => {
    faults.allow(noConnection, /Failed to load resource/, /503 from .*my-order/)
    await visit(page, '/')
    await isKept(page, '/')
    await visit(page, '/profile')
    await visit(page, '/my-order?token=rahasia')
    const { urls, texts } = await page.evaluate(async () => {
      const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      const requests = caught.flat()
      const answers = await Promise.all(requests.map((request) => caches.match(request)))
      return {
        urls: requests.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/assets/')),
        texts: (await Promise.all(answers.map((answer) => answer?.text()))).join(),
      }
    })
    expect(urls).toEqual(['/'])
    expect(texts).not.toContain(buyer.email)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tidak ada koneksi' })).toBeVisible()
    await page.getByRole('link', { name: /^Buka halaman terakhir, dari / }).click()
    await expect(note(page)).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('kept pages stand in for a silent shop, and go with the worker @thorough', async ({ browser, shop, faults }) => {
    faults.allow(noConnection, /Failed to load resource/, /net::ERR/)
    const way = await wayTo(shop.url)
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const page = await context.newPage()
    try {
      await page.goto(way.url)
      await isKept(page, '/')
      way.holdsDocuments = true
      await page.reload()
      await expect(note(page)).toContainText('Toko belum menjawab; halaman ini dari')
      await page.goto(`${way.url}/auth/login`)
      await expect(page.getByRole('heading', { level: 1, name: 'Tidak ada koneksi' })).toBeVisible()
      way.holdsDocuments = false
      await page.getByRole('link', { name: 'Coba lagi' }).click()
      await expect(page.getByRole('heading', { name: 'Login ke akun Anda' })).toBeVisible()

      way.hasWorker = false
      const session = await context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers') // each start of the worker checks once
      await page.goto(way.url)
      const left = () =>
        page.evaluate(async () => [
          ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
          ...(await caches.keys()),
        ])
      await expect.poll(left).toEqual([])
      await expect(page.getByRole('main')).toBeVisible()
    } finally {
      await context.close()
      await way.close()
    }
  })
})

/** A proxy to the shop that a test can cut. */
async function wayTo(shopUrl: string) {
  const way = { url: '', holdsDocuments: false, hasWorker: true, close: async () => {} }
  const server = createServer((incoming, response) => {
    const { url = '/', method = 'GET', headers } = incoming
    if (way.holdsDocuments && headers.accept?.includes('text/html')) return
    if (!way.hasWorker && url === '/sw.js') {
      response.writeHead(404).end()
      return
    }
    const outgoing = request(shopUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  way.url = `http://127.0.0.1:${address.port}`
  way.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return way
}
