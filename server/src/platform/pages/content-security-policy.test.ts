import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const origins = { publicUrl: 'https://camilan.id', trusted: ['https://app.midtrans.com'] }
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function directives(html: string): Record<string, string[]> {
  const policy = contentSecurityPolicy(html, origins)
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

test('the page’s own inline scripts are allowed by their hashes, each once', () => {
  const data = '{"@type":"Product"}'
  const html = `<script>one()</script><script src="/a.js"></script><script type="module" async src="/b.js"></script>
    <script type="application/ld+json">${data}</script><script>one()</script><script>\n two\n</script><script></script>`
  expect(directives(html)['script-src']).toEqual([
    "'self'",
    hashOf('one()'),
    hashOf(data),
    hashOf('\n two\n'),
    hashOf(''),
    'https://app.midtrans.com',
  ])
})

test('an inline script with a data-src attribute is allowed by its hash', () => {
  expect(directives('<script data-src="x">one()</script>')['script-src']).toContain(hashOf('one()'))
})

test('nothing is allowed but this site and the trusted origins', () => {
  expect(directives('')).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", 'https://app.midtrans.com'],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'https://camilan.id', 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'https://app.midtrans.com'],
    'frame-src': ["'self'", 'https://app.midtrans.com'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
})
