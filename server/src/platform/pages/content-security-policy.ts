import { createHash } from 'node:crypto'

export interface Origins {
  /** This site as browsers see it; it serves the pictures. */
  publicUrl: string
  /** Other sites whose scripts, frames and requests the pages need. */
  trusted: readonly string[]
}

export interface SealedPage {
  html: string
  contentSecurityPolicy: string
}

/**
 * The page without its nonce, and its policy: it allows this site, the trusted origins, and by their hashes the inline
 * scripts that carry the nonce. The page is cached, so that the nonce itself can't protect it; but nobody could know it
 * while the page was rendered, so that a script which somebody injected does not carry it.
 */
export function sealPage(rendered: string, nonce: string, { publicUrl, trusted }: Origins): SealedPage {
  const attribute = ` nonce="${nonce}"`
  // No `<` inside of the tag: an injected tag without its end can't take over the nonce of the script that follows.
  const ownScript = new RegExp(`<script(?=[^<>]*${attribute})(?![^<>]*\\ssrc=)[^<>]*>([\\s\\S]*?)</script>`, 'g')
  const hashes = new Set(
    [...rendered.matchAll(ownScript)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  )
  const contentSecurityPolicy = [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...trusted].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${publicUrl} blob: data:`,
    "font-src 'self'",
    ['connect-src', "'self'", ...trusted].join(' '),
    ['frame-src', "'self'", ...trusted].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html: rendered.replaceAll(attribute, ''), contentSecurityPolicy }
}
