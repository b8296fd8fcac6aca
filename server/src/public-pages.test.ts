/** The metadata of the public pages for search engines and link previews, and the addresses of products. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { useShop } from './testing/make-shop.ts'
import { statementsOf } from './testing/statements.ts'

const shop = useShop({ pages: true })

interface Read {
  status: number
  html: string
  canonical: string | undefined
  /** The metadata by property or name. */
  meta: Record<string, string>
  data: { '@type': string; [property: string]: unknown }[]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

async function read(path: string): Promise<Read> {
  const response = await fetch(shop.origin + path, { redirect: 'manual' })
  const html = await response.text()
  const meta = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)]
  return {
    status: response.status,
    html,
    canonical: decoded(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? ''),
    meta: Object.fromEntries(meta.map(([, name = '', content = '']) => [name, decoded(content)])),
    data: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
      JSON.parse(text),
    ),
  }
}

const ofType = ({ data }: Read, type: string) => data.find((found) => found['@type'] === type)
const trail = (page: Read) =>
  (
    ofType(page, 'BreadcrumbList')?.itemListElement as { position: number; name: string; item: string }[] | undefined
  )?.map(({ position, name, item }) => [position, name, item.replace(shop.origin, '')])

test('every public page tells link previews its title, its shop, and a picture with its size', async () => {
  const { id } = await shop.product({ name: 'Nastar', category: 'KUE_KERING' })
  for (const [path, canonical, type] of [
    ['/?utm_source=kabar', '/', 'website'],
    ['/products', '/products', 'website'],
    ['/products?category=KUE_KERING', '/products?category=KUE_KERING', 'website'],
    ['/products?query=nastar', '/products', 'website'],
    [`/products/${id}`, `/products/nastar-${id}`, 'product'],
  ] as const) {
    const page = await read(path)
    expect(page.status).toBe(200)
    expect([path, page.canonical]).toEqual([path, shop.origin + canonical])
    expect(page.meta).toMatchObject({
      'og:url': shop.origin + canonical,
      'og:type': type,
      'og:site_name': 'Camilan',
      'og:locale': 'id_ID',
      'og:title': expect.stringMatching(/.{5}/),
      'og:description': expect.stringMatching(/.{15}/),
      'og:image': `${shop.origin}/og-placeholder.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      description: expect.stringMatching(/.{15}/),
    })
  }
})

test('the canonical URL of a list names neither its order nor a page that does not exist', async () => {
  for (let i = 0; i < 13; i += 1) await shop.product({ category: 'KUE_KERING', name: `Kue ${i}` })
  for (const [path, canonical, isIndexed] of [
    ['/products?sortBy=price&sortOrder=desc', '/products', true],
    ['/products?sortBy=price&sortOrder=desc&page=2&category=KUE_KERING', '/products?category=KUE_KERING&page=2', true],
    ['/products?page=2', '/products?page=2', true],
    ['/products?page=999', '/products', false],
    ['/products?page=999&category=KUE_KERING&sortBy=price', '/products?category=KUE_KERING', false],
    ['/products?query=kue&page=2&sortBy=price', '/products', false],
    ['/products?query=tidak-ada-sama-sekali', '/products', false],
  ] as const) {
    const page = await read(path)
    expect([path, page.canonical]).toEqual([path, shop.origin + canonical])
    expect([path, page.meta['og:url']]).toEqual([path, shop.origin + canonical])
    expect([path, page.meta.robots]).toEqual([path, isIndexed ? undefined : 'noindex'])
  }
})

test('the home page tells search engines the shop and how to search it', async () => {
  const page = await read('/')
  expect(ofType(page, 'Organization')).toMatchObject({
    '@context': 'https://schema.org',
    name: 'Camilan',
    url: `${shop.origin}/`,
    logo: `${shop.origin}/icon-512.png`,
  })
  const site = ofType(page, 'WebSite') as { potentialAction: { target: { urlTemplate: string } } } | undefined
  expect(site).toMatchObject({ name: 'Camilan', url: `${shop.origin}/`, potentialAction: { '@type': 'SearchAction' } })
  const found = site?.potentialAction.target.urlTemplate.replace('{search_term_string}', 'nastar') ?? ''
  expect((await read(found.replace(shop.origin, ''))).html).toContain('Hasil pencarian')
})

test('products and categories show the pages above them, to people and to search engines', async () => {
  const { id } = await shop.product({ name: 'Nastar', category: 'KUE_KERING' })
  const product = await read(`/products/${id}`)
  const above = [
    [1, 'Beranda', '/'],
    [2, 'Semua Produk', '/products'],
    [3, 'Kue Kering', '/products?category=KUE_KERING'],
  ]
  expect(trail(product)).toEqual([...above, [4, 'Nastar', `/products/nastar-${id}`]])
  expect(trail(await read('/products?category=KUE_KERING'))).toEqual(above)
  expect(trail(await read('/products'))).toBeUndefined()
  const links = (page: Read) =>
    [
      ...(/<nav aria-label="Letak halaman".*?<\/nav>/s.exec(page.html)?.[0] ?? '').matchAll(/<a [^>]*href="([^"]*)"/g),
    ].map(([, href]) => href)
  expect(links(product)).toEqual(['/', '/products', '/products?category=KUE_KERING'])
  expect(links(await read('/products?category=KUE_KERING'))).toEqual(['/', '/products'])
})

test('a list tells search engines its products in their places, on each of its pages; a search tells none', async () => {
  for (let i = 0; i < 13; i += 1) await shop.product({ category: 'KUE_KERING', name: `Kue ${i}` })
  const listed = (page: Read) =>
    ofType(page, 'ItemList')?.itemListElement as { '@type': string; position: number; url: string }[] | undefined
  for (const [path, first] of [
    ['/products', 1],
    ['/products?page=2', 13],
    ['/products?category=KUE_KERING', 1],
  ] as const) {
    const page = await read(path)
    const links = [...page.html.matchAll(/<h2[^>]*><a [^>]*href="(\/products\/[^"]+)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(0)
    const expected = links.map((href, index) => ({
      '@type': 'ListItem',
      position: first + index,
      url: `${shop.origin}${href}`,
    }))
    expect([path, listed(page)]).toEqual([path, expected])
  }
  expect(listed(await read('/products?query=kue'))).toBeUndefined()
})

test('the preview of an order’s link names the shop, and nothing of its own address', async () => {
  const page = await read('/pesanan?t=rahasia-pesanan')
  expect(page.meta).toMatchObject({
    'og:site_name': 'Camilan',
    'og:title': 'Pesanan Anda',
    'og:description': 'Buka tautan ini untuk melihat pesanan Anda dan membayarnya.',
    'og:image': `${shop.origin}/og-placeholder.jpg`,
    robots: 'noindex',
  })
  expect(page.meta).not.toHaveProperty('og:url')
  expect(page.canonical).toBe('')
  expect(JSON.stringify(page.meta)).not.toContain('rahasia')
  expect((await read('/pesanan')).meta).toEqual(page.meta)
})

test('the data of a product has its price, stock and picture, and no text of the product ends the data', async () => {
  const name = 'Kue </script><script>alert(1)</script> & "x"'
  const { id } = await shop.product({ name, description: `<!--<script> ${name}`, price: 98_000, stock: 1 })
  const page = await read(`/products/${id}`)
  expect(page.html).not.toContain('<script>alert(1)')
  const url = `${shop.origin}/products/kue-script-script-alert-1-script-x-${id}`
  const described = {
    name,
    image: `${shop.origin}/og-placeholder.jpg`,
    sku: id,
    offers: { '@type': 'Offer', url, price: 98_000, priceCurrency: 'IDR', availability: 'https://schema.org/InStock' },
  }
  expect(ofType(page, 'Product')).toMatchObject(described)
  expect(trail(page)?.at(-1)).toEqual([4, name, url.replace(shop.origin, '')])
  await shop.setStock({ id }, 0)
  expect(ofType(await read(`/products/${id}`), 'Product')).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
})

test('the address of a product answers 200 whatever its words are; links and the canonical URL have the present words', async () => {
  const { id } = await shop.product({ name: 'Aaa Nastar 500gram', created_at: new Date(0) })
  const path = `/products/aaa-nastar-500gram-${id}`
  const words = ['', 'kastengel-', 'a-b-c-', `${crypto.randomUUID()}-`, 'K%C3%A9ju-', 'x.data-', `${'x'.repeat(600)}-`]
  for (const word of words) {
    const page = await read(`/products/${word}${id}`)
    expect([word, page.status, page.canonical]).toEqual([word, 200, shop.origin + path])
  }
  expect((await read(`/products/NASTAR-${id.toUpperCase()}`)).status).toBe(200)
  for (const list of ['/', '/products', '/products?query=aaa'])
    expect((await read(list)).html).toContain(`href="${path}"`)
  for (const unknown of [`nastar-${crypto.randomUUID()}`, `nastar${id}`, `${id}-nastar`, 'nastar', 'nastar-'])
    expect([unknown, (await read(`/products/${unknown}`)).status]).toEqual([unknown, 404])
  // The API accepts only ids.
  expect((await shop.ask('GET', `/products/${id}`)).status).toBe(200)
  expect((await shop.ask('GET', `/products/nastar-${id}`)).status).toBe(404)
})

test('invented words make no more pages, and a change removes them at all addresses', async () => {
  const product = await shop.product({ name: 'Nastar', price: 21_000, stock: 9 })
  const paths = Array.from({ length: 30 }, (_, index) => `/products/kata-${index}-${product.id}`)
  let read = 0
  const count = () => {
    read += 1
  }
  const rendered = await statementsOf(async () => {
    for (const path of paths) expect((await fetch(shop.origin + path)).status).toBe(200)
  })
  // Once; a slow machine asks again after some seconds.
  expect(rendered.length).toBeLessThan(paths.length / 3)
  const channel = 'tracing:fastify.request.handler:start'
  subscribe(channel, count)
  onTestFinished(() => void unsubscribe(channel, count))
  const shown = async (path: string) => (await fetch(shop.origin + path)).text()
  await shown(paths[0] ?? '')
  expect(read).toBe(0) // sent before routing
  const admin = await shop.admin()
  const changed = await admin.ask('PUT', `/admin/products/${product.id}`, { form: { price: '22000' } })
  expect(changed.status).toBe(200)
  for (const path of paths) expect(await shown(path)).toMatch(/22\.000/)
  await shop.setStock(product, 4)
  for (const path of paths) expect((await shown(path)).replaceAll('<!-- -->', '')).toContain('Stok 4')
})

test('a search that finds nothing shows what another spelling finds, or else products in stock', async () => {
  const newest = new Date(shop.clock().getTime() + 1_000)
  const { id } = await shop.product({ name: 'Keripik Tempe', stock: 3, created_at: newest })
  const text = (html: string) => html.replaceAll('<!-- -->', '')
  expect(text((await read('/products?query=tempe')).html)).toContain('Hasil pencarian “tempe”</h1>')
  expect(text((await read('/products?query=x&category=KUE_KERING')).html)).toContain(
    'Hasil pencarian “x” di Kue Kering</h1>',
  )
  const link = `href="/products/keripik-tempe-${id}"`
  const spelled = text((await read('/products?query=kripik')).html)
  for (const shown of ['Menampilkan hasil untuk', 'href="/products?query=keripik"', link])
    expect(spelled).toContain(shown)
  expect(spelled).not.toContain('tidak ditemukan')
  const nothing = text((await read('/products?query=xyzzy')).html)
  for (const shown of ['Produk tidak ditemukan', 'Mungkin Anda suka', link]) expect(nothing).toContain(shown)
  await shop.setStock({ id }, 0)
  expect((await read('/products?query=xyzzy')).html).not.toContain(link)
})
