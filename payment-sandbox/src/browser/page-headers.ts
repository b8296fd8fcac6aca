import type { FastifyReply } from 'fastify'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/**
 * The headers of everything the browser gets. They replace those that a surrounding app has set, since the popup has
 * to be framed, and snap.js loaded, by a page of another origin.
 */
export function setPageHeaders(reply: FastifyReply, { framedBy }: { framedBy: 'anyone' | 'nobody' }): void {
  reply.raw.removeHeader('x-frame-options')
  reply.removeHeader('x-frame-options')
  reply.headers({
    'content-security-policy': `${POLICY}; frame-ancestors ${framedBy === 'anyone' ? '*' : "'none'"}`,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
}
