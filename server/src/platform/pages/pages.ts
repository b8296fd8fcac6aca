/** The pages of the web, rendered on the server and cached as complete documents, each with its own Content-Security-Policy. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler } from 'react-router'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type Page, PageCache, toPage } from './page-cache.ts'
import { clientFolder, type WebBuild } from './web-build.ts'

export interface Pages {
  /** Add the pages to the app; they answer every GET that no other route answers. */
  register(app: FastifyInstance): Promise<void>
  /** Remove all rendered pages, because their data has changed. */
  clear(): void
}

export interface PageOptions<Context> {
  /** The value that the loaders of the pages receive. */
  context: Context
  /** The origin of the pages as browsers see it, without a trailing slash. */
  publicUrl: string
  /** Other sites whose scripts, frames and requests the pages need. */
  trustedOrigins: readonly string[]
  /** The query parameters that change a page, by its path. The server ignores all others; the browser may use them. */
  parameters: Readonly<Record<string, readonly string[]>>
}

const maxBytes = 32 * 1024 * 1024
/** The event of a change can be lost; after this time a page is rendered again in any case. */
const maxAgeMs = 10_000

export function builtPages<Context>(build: WebBuild<Context>, options: PageOptions<Context>): Pages {
  const { context, publicUrl, trustedOrigins: trusted, parameters } = options
  const handle = createRequestHandler(build, 'production')
  const cache = new PageCache({ maxBytes, maxAgeMs })

  async function render(url: string): Promise<Page> {
    const response = await handle(new Request(publicUrl + url), build.entry.module.makeContext(context))
    const html = await response.text()
    return toPage(response.status, html, contentSecurityPolicy(html, { publicUrl, trusted }))
  }

  return {
    async register(app) {
      await app.register(fastifyStatic, {
        root: clientFolder,
        wildcard: false,
        index: false,
        preCompressed: true,
        globIgnore: ['**/*.{br,gz}'],
        setHeaders(reply, file) {
          const immutable = file.startsWith(`${clientFolder}/assets/`)
          reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const url = pageUrl(request.url, parameters)
        return sendPage(await cache.get(url, () => render(url)), request, reply)
      })
    },
    clear: () => cache.clear(),
  }
}

/** The path with the parameters that change the page, in one order: pages that are the same have the same URL. */
function pageUrl(requested: string, parameters: PageOptions<unknown>['parameters']): string {
  // Appended, not resolved: a relative URL that begins with // would name a host.
  const { pathname, searchParams } = new URL(`http://localhost${requested}`)
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const kept = new URLSearchParams()
  for (const name of parameters[path] ?? []) {
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
  if (page.status === 503) reply.header('retry-after', 5).header('cache-control', 'no-store')
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.html)
}
