/** The pages of the web, rendered on the server and cached as complete documents, each with its own Content-Security-Policy. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler } from 'react-router'
import { NotFound, ShopError } from '../errors.ts'
import { clientNetwork } from '../http/client-network.ts'
import { fairQueue } from '../jobs/fair-queue.ts'
import { sealPage } from './content-security-policy.ts'
import { type Page, PageCache, toPage } from './page-cache.ts'
import { type PageOfUrl, pageFinder, type QueryReaders } from './page-routes.ts'
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
  shopName: string
  queryReaders: QueryReaders
}

/** The event of a change can be lost; after this time a page is rendered again in any case. */
const maxAgeMs = 10_000
const maxBytes = 32 * 1024 * 1024
/** Searches are kept apart, so that any number of them removes no other page. */
const maxSearchBytes = 4 * 1024 * 1024
/** One at a time: between two renderings the server answers what else has arrived. */
const queueLimits = { running: 1, waiting: 100 }
/** A refusal is cheap, and a program that asks again after each would still keep the processor busy with them. */
const refusalDelayMs = 1_000

export function builtPages<Context>(build: WebBuild<Context>, options: PageOptions<Context>): Pages {
  const { context, publicUrl, trustedOrigins: trusted, shopName } = options
  const origins = { publicUrl, trusted }
  const handle = createRequestHandler(build, 'production')
  const findPage = pageFinder(build.routes, options.queryReaders)
  const pages = new PageCache({ maxBytes, maxAgeMs })
  const searches = new PageCache({ maxBytes: maxSearchBytes, maxAgeMs })
  /** Pages that never change, by their pattern. There are as many as routes. */
  const fixed = new Map<string, Promise<Page>>()
  /** What a page shows where its path names nothing that exists, by its pattern. It is the same for all such paths. */
  const notFound = new Map<string, Page>()
  // A queue for the pages of which there are few, another for those whose names visitors choose: both are fair, but a
  // flood from very many networks can fill the second one.
  const [fewPages, manyPages] = [fairQueue(queueLimits), fairQueue(queueLimits)]
  const busy = toPage(503, sealPage(build.entry.module.renderBusyPage(shopName, stylesheetsOf(build)), '', origins))

  async function render({ url, pattern }: PageOfUrl): Promise<Page> {
    const nonce = randomBytes(16).toString('base64url')
    const known = notFound.get(pattern)
    const rendering = { nonce, hasNotFoundPage: known !== undefined }
    const response = await handle(new Request(publicUrl + url), build.entry.module.makeContext(context, rendering))
    if (known && response.status === 404) return known
    const page = await toPage(response.status, sealPage(await response.text(), nonce, origins))
    const location = response.headers.get('location')
    if (location !== null) page.location = location
    if (page.status === 404) notFound.set(pattern, page)
    return page
  }

  function fixedPage(target: PageOfUrl): Promise<Page> {
    const known = fixed.get(target.pattern)
    if (known) return known
    const page = render(target)
    fixed.set(target.pattern, page)
    const forget = () => fixed.delete(target.pattern)
    page.then(({ status }) => status === 200 || status === 404 || forget(), forget)
    return page
  }

  async function pageFor(target: PageOfUrl, network: string): Promise<Page> {
    if (target.isFixed) return fixedPage(target)
    const inTurn = target.isSearch || target.pattern.includes(':') ? manyPages : fewPages
    const cache = target.isSearch ? searches : pages
    try {
      return await cache.get(target.url, () => inTurn(network, () => render(target)))
    } catch (error) {
      if (!(error instanceof ShopError && error.code === 'UNAVAILABLE')) throw error
      await wait(refusalDelayMs)
      return busy
    }
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
        const target = findPage(request.url)
        // React Router would answer with the data of the page alone. No page asks for it, and browsers would show it.
        if (!target || isData(request.url) || isData(target.url)) throw new NotFound()
        return sendPage(await pageFor(target, clientNetwork(request.ip)), request, reply)
      })
    },
    clear() {
      pages.clear()
      searches.clear()
    },
  }
}

/** Whether React Router answers this path, in whatever form it is encoded, with data instead of a page. */
function isData(url: string): boolean {
  const [path = ''] = url.split('?')
  return /\.data\/*$/i.test(decodeURIComponent(path))
}

/** The stylesheets of every page. */
function stylesheetsOf({ assets }: WebBuild<never>): string[] {
  return assets.routes.root?.css ?? []
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
  if (page.location !== undefined) reply.header('location', page.location)
  if (page.status === 503) reply.header('retry-after', 5).header('cache-control', 'no-store')
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.html)
}
