import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealPage } from './content-security-policy.ts'

const origins = { publicUrl: 'https://camilan.id', trusted: ['https://app.midtrans.com'] }
const nonce = 'd2FrdHU'
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function directives(html: string): Record<string, string[]> {
  const { contentSecurityPolicy } = sealPage(html, nonce, origins)
  return Object.fromEntries(
    contentSecurityPolicy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
}

test('the inline scripts with the nonce are allowed by their hashes, each once', () => {
  const html = `<script nonce="${nonce}">one()</script><script nonce="${nonce}" src="/a.js"></script>
    <script type="module" async src="/b.js" nonce="${nonce}"></script><script nonce="${nonce}">one()</script>
    <script type="module" nonce="${nonce}">\n two\n</script><script nonce="${nonce}" async></script>`
  expect(directives(html)['script-src']).toEqual([
    "'self'",
    hashOf('one()'),
    hashOf('\n two\n'),
    hashOf(''),
    'https://app.midtrans.com',
  ])
})

test.each([
  '<script>steal()</script>',
  '<script nonce>steal()</script>',
  '<script nonce="">steal()</script>',
  '<script nonce="bukan">steal()</script>',
  '<script title="d2FrdHU">steal()</script>',
  '<script>steal()</script nonce="d2FrdHU">',
])('an injected script is not allowed: %s', (injected) => {
  const own = `<script nonce="${nonce}">one()</script>`
  const allowed = ["'self'", hashOf('one()'), 'https://app.midtrans.com']
  expect(directives(`${injected}${own}${injected}`)['script-src']).toEqual(allowed)
})

test('an injected tag without its end does not take over the nonce of the next script', () => {
  const own = `<script nonce="${nonce}">one()</script>`
  for (const injected of ['<script ', '<script x="', '<script src=//jahat.id/x.js ', '<script>steal();']) {
    const sources = directives(`${injected}${own}`)['script-src'] ?? []
    expect(sources.filter((source) => source !== hashOf('one()'))).toEqual(["'self'", 'https://app.midtrans.com'])
  }
})

test('the sent page has no nonce', () => {
  const html = `<link rel="preload" nonce="${nonce}" href="/a.css"/><script nonce="${nonce}">one()</script>`
  expect(sealPage(html, nonce, origins).html).toBe('<link rel="preload" href="/a.css"/><script>one()</script>')
})

test('an inline script with a data-src attribute is allowed by its hash', () => {
  expect(directives(`<script data-src="x" nonce="${nonce}">one()</script>`)['script-src']).toContain(hashOf('one()'))
})

test('only this site and the trusted origins are allowed', () => {
  expect(directives('')).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", 'https://app.midtrans.com'],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'https://camilan.id', 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'https://app.midtrans.com'],
    'frame-src': ["'self'", 'https://app.midtrans.com'],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
})
