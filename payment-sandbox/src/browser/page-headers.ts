import type { FastifyReply } from 'fastify'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/**
 * Sets the headers of every response to a browser. They replace the headers of an app around the sandbox, because a page
 * of another origin must be able to frame the popup and to load snap.js.
 */
export function setPageHeaders(reply: FastifyReply, { framedBy }: { framedBy: 'anyone' | 'nobody' }): void {
  reply.raw.removeHeader('x-frame-options')
  reply.removeHeader('x-frame-options')
  reply.headers({
    'content-security-policy': `${policy}; frame-ancestors ${framedBy === 'anyone' ? '*' : "'none'"}`,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
}
