/** Files at fixed addresses, for browsers, phones and search engines. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readSitemap, readSitemapPart } from './products/read/sitemap.ts'
import type { FormFields } from './testing/forms.ts'
import { useShop } from './testing/make-shop.ts'

const shop = useShop({ pages: true, environment: { SHOP_NAME: 'Dapur "Ibu" <Tini>' } })

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(shop.origin + path, init)
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ['/manifest.webmanifest', 'application/manifest+json', 'public, max-age=3600'],
  ['/admin.webmanifest', 'application/manifest+json', 'public, max-age=3600'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', 'no-cache'],
  ['/sitemaps/1', 'application/xml; charset=utf-8', 'no-cache'],
  ['/favicon.ico', 'image/vnd.microsoft.icon', 'public, max-age=3600'],
  ['/apple-touch-icon.png', 'image/png', 'public, max-age=3600'],
  ['/icon-192.png', 'image/png', 'public, max-age=3600'],
  ['/icon-512.png', 'image/png', 'public, max-age=3600'],
  ['/icon-maskable-512.png', 'image/png', 'public, max-age=3600'],
])('%s is %s, and runs no script', async (path, type, cacheControl) => {
  for (let i = 0; i < 2; i += 1) {
    const { status, headers, body } = await ask(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, cacheControl])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('etag')).toBeTruthy()
    expect(body.length).toBeGreaterThan(50)
    expect(body.length).toBeLessThan(30_000)
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), head.body.length]).toEqual([200, type, 0])
  }
})

test('the icon, which mails without a logo show, is loaded by mail programs on other sites', async () => {
  expect((await ask('/icon-192.png')).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('the service worker is asked for each time, may load only pages and files of the shop, and has its offline page', async () => {
  const { status, headers, body } = await ask('/sw.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'; img-src 'self'")
  expect((await ask('/sw.js', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304)
  expect(body.toString()).toContain('Tidak ada koneksi · Dapur &quot;Ibu&quot; &lt;Tini&gt;')
  for (const [file] of body.toString().matchAll(/\/assets\/[\w.-]+\.(?:css|svg)/g))
    expect([file, (await ask(file)).status]).toEqual([file, 200])
})

test('robots.txt names the sitemap by its whole URL and excludes paths that need an account', async () => {
  const lines = (await ask('/robots.txt')).body.toString().split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)
  const refused = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice('Disallow: '.length))
  const isRefused = (path: string) => refused.some((start) => path.startsWith(start))
  const ofAccounts = ['/cart', '/order', '/my-order', '/my-order/order/1', '/profile', '/notifications', '/auth/login']
  for (const path of [...ofAccounts, '/admin', '/admin/dashboard', '/api/products'])
    expect([path, isRefused(path)]).toEqual([path, true])
  const visible = [
    '/',
    '/products',
    '/products?category=KUE_KERING',
    '/products/nastar-1',
    '/media/x.webp',
    '/assets/x.js',
  ]
  for (const path of visible) expect([path, isRefused(path)]).toEqual([path, false])
})

test('the manifest has the name of the shop, and icons that exist in the stated sizes', async () => {
  const manifest = JSON.parse((await ask('/manifest.webmanifest')).body.toString())
  expect(manifest).toMatchObject({ name: 'Dapur "Ibu" <Tini>', lang: 'id', start_url: '/' })
  const admins = JSON.parse((await ask('/admin.webmanifest')).body.toString())
  expect(admins).toMatchObject({ name: 'Kelola Dapur "Ibu" <Tini>', id: '/admin', start_url: '/admin', scope: '/' })
  expect([manifest.short_name, admins.short_name]).toEqual(['Dapur "Ibu" <Tini>', 'Kelola toko'])
  const purposes = []
  for (const { src, sizes, type, purpose = 'any' } of manifest.icons) {
    const { body, headers } = await ask(src)
    const { width, height } = await sharp(body).metadata()
    expect([`${width}x${height}`, headers.get('content-type')]).toEqual([sizes, type])
    purposes.push(`${sizes} ${purpose}`)
  }
  expect(purposes).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  const html = (await ask('/')).body.toString()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
})

test('favicon.ico holds pictures of 16, 32 and 48 px', async () => {
  const { body } = await ask('/favicon.ico')
  expect([body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index
    const start = body.readUInt32LE(entry + 12)
    const png = body.subarray(start, start + body.readUInt32LE(entry + 8))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
})

test('the sitemap has the lists and the present address of every product on sale', async () => {
  const nastar = await shop.product({ name: 'Nastar & <Keju> 500gram' })
  const gone = await shop.product({ name: 'Sudah Tidak Dijual', archived_at: shop.clock() })
  const admin = await shop.admin()
  const change = async (method: string, form?: FormFields) =>
    expect((await admin.ask(method, `/admin/products/${nastar.id}`, { form })).status).toBe(200)
  await change('PUT', { name: 'Nastar & <Keju> 1kg' }) // so that no earlier answer is kept
  const xml = (await ask('/sitemap.xml')).body.toString()
  const found = locations(xml)
  for (const path of ['/', '/products', '/products?category=MAKANAN_RINGAN', '/products?category=KUE_KERING'])
    expect(found).toContain(shop.origin + path)
  expect(found).toContain(`${shop.origin}/products/nastar-keju-1kg-${nastar.id}`)
  expect(xml).toMatch(new RegExp(`${nastar.id}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[^<]*Z</lastmod>`))
  expect(xml).not.toContain(gone.id)
  for (const url of found) expect([url, (await fetch(url)).status]).toEqual([url, 200])

  await change('PUT', { name: 'Nastar Wisman' })
  expect((await ask('/sitemap.xml')).body.toString()).toContain(`/products/nastar-wisman-${nastar.id}`)
  await change('DELETE')
  expect((await ask('/sitemap.xml')).body.toString()).not.toContain(nastar.id)
})

test('a sitemap with too many URLs becomes an index, whose parts have each URL once', async () => {
  for (let i = 0; i < 7; i += 1) await shop.product()
  const deps = { db: shop.db, publicUrl: 'https://toko.id' }
  const all = locations((await readSitemapPart(deps, 1)) ?? '')
  expect(all.length).toBeGreaterThanOrEqual(11)
  for (const urlsPerFile of [all.length, all.length - 1, 5]) {
    const split = { ...deps, urlsPerFile }
    const index = await readSitemap(split)
    const parts = Math.ceil(all.length / urlsPerFile)
    expect(index.includes('<sitemapindex')).toBe(parts > 1)
    if (parts > 1)
      expect(locations(index)).toEqual(Array.from({ length: parts }, (_, i) => `https://toko.id/sitemaps/${i + 1}`))
    const texts = await Promise.all(Array.from({ length: parts }, (_, i) => readSitemapPart(split, i + 1)))
    expect(texts.flatMap((text) => locations(text ?? ''))).toEqual(all)
    expect(await readSitemapPart(split, parts + 1)).toBeUndefined()
  }
})

test.each(['0', '2', '01', '-1', 'x', '1e3', '99999999999999999999', '%00'])(
  'the part %s of the sitemap is not found',
  async (part) => {
    expect((await ask(`/sitemaps/${part}`)).status).toBe(404)
  },
)
