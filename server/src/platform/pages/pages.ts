/** The pages of the web, rendered on the server: cached whole, with a policy that names their scripts. */
import type { Shop } from '@camilan/contract/shop'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler } from 'react-router'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type Page, PageCache, toPage } from './page-cache.ts'
import { clientFolder, type WebBuild } from './web-build.ts'

export interface Pages {
  /** Add the pages to the app, as what answers where nothing else does. */
  register(app: FastifyInstance): Promise<void>
  /** Forget what was rendered: the catalogue changed. */
  clear(): void
}

const maxBytes = 32 * 1024 * 1024
/** Another process on the same database may have changed the catalogue: nothing is shown for longer than this. */
const maxAgeMs = 10_000

/** What of the query string changes a page, by path. Everything else in it is left to the browser. */
const knownParameters: Record<string, readonly string[]> = {
  '/products': ['category', 'page', 'query', 'sortBy', 'sortOrder'],
}

export function builtPages(build: WebBuild, shop: Shop): Pages {
  const handle = createRequestHandler(build, 'production')
  const cache = new PageCache({ maxBytes, maxAgeMs })
  const { publicUrl, snapOrigin } = shop.info()

  async function render(url: string): Promise<Page> {
    const response = await handle(new Request(publicUrl + url), build.entry.module.makeContext(shop))
    const html = await response.text()
    return toPage(response.status, html, contentSecurityPolicy(html, { snap: snapOrigin, publicUrl }))
  }

  return {
    async register(app) {
      await app.register(fastifyStatic, {
        root: clientFolder,
        wildcard: false,
        index: false,
        setHeaders(reply, file) {
          const immutable = file.startsWith(`${clientFolder}/assets/`)
          reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const url = pageUrl(request.url)
        return sendPage(await cache.get(url, () => render(url)), request, reply)
      })
    },
    clear: () => cache.clear(),
  }
}

/** The page's address with the parameters that matter to it, in one order. */
function pageUrl(requested: string): string {
  // Not as a relative address: one that begins with // would name a host.
  const { pathname, searchParams } = new URL(`http://localhost${requested}`)
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const kept = new URLSearchParams()
  for (const name of knownParameters[path] ?? []) {
    const value = searchParams.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size > 0 ? `${path}?${kept}` : path
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.html)
}
