/** The scripts of an answer that a browser may run, whatever text a product or a URL contains. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useShop } from './testing/make-shop.ts'

const shop = useShop({ pages: true, environment: { CORS_ORIGINS: 'https://lain.id' } })
const production = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'http' }
const secure = useShop({ environment: production })
const withSubdomains = useShop({ environment: { ...production, HSTS_SUBDOMAINS: 'on' } })

const noContent = "default-src 'none'; frame-ancestors 'none'"
const attack = 'alert("diserang")'
const attacks = [
  `</script><script>${attack}</script>`,
  `<script>${attack}</script>`,
  `"><script>${attack}</script><!--`,
]
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(shop.origin + path, { redirect: 'manual', ...init })
  const policy = response.headers.get('content-security-policy')
  return { status: response.status, type: response.headers.get('content-type'), policy, text: await response.text() }
}

const scriptSources = (policy: string | null) => /script-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ') ?? []

/** The inline scripts that a browser finds in a document, without data blocks. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/gi)].flatMap(([, attributes = '', script = '']) =>
    /\ssrc=|ld\+json/.test(attributes) ? [] : [script],
  )

test('browsers use only https in production, and for subdomains only if it is configured', async () => {
  const answers = await Promise.all([shop, secure, withSubdomains].map(({ origin }) => fetch(`${origin}/healthz`)))
  const headers = answers.map((answer) => answer.headers.get('strict-transport-security'))
  expect(headers).toEqual([null, 'max-age=31536000', 'max-age=31536000; includeSubDomains'])
})

test.each(attacks)('a product named %s runs no script on any page', async (text) => {
  const product = await shop.product({ name: text, description: `Renyah. ${text}` })
  const words = encodeURIComponent(text)
  for (const path of [
    '/',
    `/products/${product.id}`,
    '/products',
    `/products?query=${words}`,
    `/${words}`,
    `/products/${words}`,
  ]) {
    const { policy, text: html, type } = await ask(path)
    expect(type).toBe('text/html; charset=utf-8')
    const sources = scriptSources(policy)
    expect(sources).not.toContain(hashOf(attack))
    expect(sources).not.toContain("'unsafe-inline'")
    expect(html).not.toContain(`<script>${attack}`)
    // The scripts of the page itself run: it hydrates.
    expect(inlineScripts(html).length).toBeGreaterThan(1)
    expect(sources).toEqual(expect.arrayContaining(inlineScripts(html).map(hashOf)))
    expect(html).not.toContain('nonce')
  }
})

test.each([
  (id: string) => `/products/${id}.data`,
  (id: string) => `/products/${id}%2Edata`,
  (id: string) => `/products/${id}.d%61ta/`,
  () => '/_root.data',
  () => '/_.data',
  () => '/products.data',
  () => '/products.data?query=x',
  () => '/help.data',
  () => '/tidak-ada.data',
])('a request for only the data of a page is not found: %s', async (pathOf) => {
  const product = await shop.product({ name: attacks[0] ?? '', description: attacks.join(' ') })
  const { status, type, policy, text } = await ask(pathOf(product.id))
  expect([status, type, policy]).toEqual([404, 'text/plain; charset=utf-8', noContent])
  expect(text).not.toContain(attack)
})

test("an answer that is no page loads nothing and can't be framed", async () => {
  const customer = await shop.customer()
  const asset = /\/assets\/[\w.-]+\.js/.exec((await ask('/')).text)?.[0] ?? ''
  const paths = [
    '/api/products',
    '/api/tidak-ada',
    '/api/openapi.json',
    '/api/%',
    '/media/x.webp',
    '/healthz',
    '/readyz',
  ]
  for (const path of [...paths, asset, '/og-placeholder.jpg', '/assets/tidak-ada.js.data']) {
    expect([path, (await ask(path)).policy]).toEqual([path, noContent])
  }
  expect((await ask('/api/orders/me', { headers: customer.headers })).policy).toBe(noContent)
  expect(
    (await ask('/api/auth/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }))
      .policy,
  ).toBe(noContent)
  expect((await ask('/products', { method: 'POST' })).policy).toBe(noContent)
  const abort = new AbortController()
  const stream = await fetch(`${shop.origin}/api/notifications/stream`, {
    headers: customer.headers,
    signal: abort.signal,
  })
  expect(stream.headers.get('content-security-policy')).toBe(noContent)
  abort.abort()
})

test('the readable page of the API works with its own policy', async () => {
  const { status, policy } = await ask('/api/docs/')
  expect(status).toBe(200)
  expect(policy).toContain("script-src 'self'")
})
