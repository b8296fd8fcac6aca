import { createHash } from 'node:crypto'

export interface Origins {
  /** This site as browsers see it. It serves the pictures. */
  publicUrl: string
  /** Other sites whose scripts, frames and requests the pages need. */
  trusted: readonly string[]
}

export interface SealedPage {
  html: string
  contentSecurityPolicy: string
}

/**
 * The page without its nonce, and its policy, which allows this site, the trusted origins, and by their hashes the inline
 * scripts with the nonce. The page is cached, so the nonce itself can't protect it. But nobody could know the nonce while
 * the page was rendered, so an injected script does not carry it.
 */
export function sealPage(rendered: string, nonce: string, { publicUrl, trusted }: Origins): SealedPage {
  const attribute = ` nonce="${nonce}"`
  // No `<` inside the tag, so that an injected tag without an end can't take over the nonce of the next script.
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
