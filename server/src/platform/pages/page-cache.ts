import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SealedPage } from './content-security-policy.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A rendered page, in each encoding that may be sent. */
export interface Page {
  status: number
  html: Buffer
  brotli: Buffer
  gzip: Buffer
  etag: string
  contentSecurityPolicy: string
  /** Where a redirect leads. */
  location?: string
}

export async function toPage(status: number, sealed: SealedPage): Promise<Page> {
  const html = Buffer.from(sealed.html)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
  const [brotli, zipped] = await Promise.all([toBrotli(html, { params: quality }), toGzip(html)])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
  return { status, html, brotli, gzip: zipped, etag, contentSecurityPolicy: sealed.contentSecurityPolicy }
}

interface Entry {
  page: Promise<Page>
  bytes: number
  /** Compared with `performance.now()`. */
  expiresAtMs: number
}

/**
 * Pages that were rendered a moment ago, bounded in bytes; the least recently used are removed first.
 * Concurrent requests for a page share one rendering.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  readonly #maxAgeMs: number
  #bytes = 0

  constructor({ maxBytes, maxAgeMs }: { maxBytes: number; maxAgeMs: number }) {
    this.#maxBytes = maxBytes
    this.#maxAgeMs = maxAgeMs
  }

  get(key: string, render: () => Promise<Page>): Promise<Page> {
    const cached = this.#entries.get(key)
    if (cached && cached.expiresAtMs > performance.now()) {
      this.#entries.delete(key)
      this.#entries.set(key, cached)
      return cached.page
    }
    this.#remove(key)
    const entry: Entry = { page: render(), bytes: 0, expiresAtMs: performance.now() + this.#maxAgeMs }
    this.#entries.set(key, entry)
    entry.page.then(
      (page) => {
        if (page.status === 200) this.#store(key, entry, page)
        else this.#remove(key, entry)
      },
      () => this.#remove(key, entry),
    )
    return entry.page
  }

  /** Remove every page. A page that is being rendered is not cached either, because it may have read the old data. */
  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #store(key: string, entry: Entry, page: Page): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = page.html.length + page.brotli.length + page.gzip.length
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string, expected?: Entry): void {
    const entry = this.#entries.get(key)
    if (!entry || (expected && entry !== expected)) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
