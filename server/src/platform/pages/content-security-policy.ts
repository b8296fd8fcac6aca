import { createHash } from 'node:crypto'

export interface Origins {
  /** The gateway's, for snap.js and its popup. */
  snap: string
  /** The shop's own as browsers see it; it serves the pictures. */
  publicUrl: string
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The policy of one page: its own inline scripts by their hashes, and nothing else that is not ours or the gateway's. */
export function contentSecurityPolicy(html: string, { snap, publicUrl }: Origins): string {
  const hashes = new Set(
    [...html.matchAll(inlineScript)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  )
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, snap].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${publicUrl} blob: data:`,
    "font-src 'self'",
    `connect-src 'self' ${snap}`,
    `frame-src 'self' ${snap}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
