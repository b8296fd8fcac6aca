import { createHash } from 'node:crypto'

export interface Origins {
  /** This site as browsers see it; it serves the pictures. */
  publicUrl: string
  /** Other sites whose scripts, frames and requests the pages need. */
  trusted: readonly string[]
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The policy of one page: it allows this site, the trusted origins, and the page's own inline scripts by their hashes. */
export function contentSecurityPolicy(html: string, { publicUrl, trusted }: Origins): string {
  const hashes = new Set(
    [...html.matchAll(inlineScript)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  )
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...trusted].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${publicUrl} blob: data:`,
    "font-src 'self'",
    ['connect-src', "'self'", ...trusted].join(' '),
    ['frame-src', "'self'", ...trusted].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
