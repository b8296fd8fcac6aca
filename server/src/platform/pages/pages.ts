/** The pages of the web, rendered on the server and cached as complete documents, each with its own Content-Security-Policy. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createRequestHandler } from 'react-router'
import { type Answer, isForEverybody, makeAnswer, sendAnswer } from '../answers/answer.ts'
import type { KeptAnswer } from '../answers/answer-store.ts'
import type { ReadyAnswers } from '../answers/ready-answers.ts'
import { fairSemaphore } from '../concurrency/fair-semaphore.ts'
import { NotFound, ShopError } from '../errors.ts'
import { clientNetwork } from '../http/gate/client-network.ts'
import { type SealedPage, sealPage } from './content-security-policy.ts'
import { headersOf } from './page-headers.ts'
import { type PageOfUrl, type PathReaders, pageFinder, type QueryReaders } from './page-routes.ts'
import { makeWorker } from './service-worker.ts'
import { clientFolder, type WebBuild } from './web-build.ts'

export interface Pages {
  /** Add the pages to the app. They answer every GET that no other route answers. */
  register(app: FastifyInstance): Promise<void>
  /** The common content of all pages has changed: no earlier page is sent from now on. */
  forget(): void
}

export interface PageOptions<Context> {
  /** The value that the loaders of one page receive. Each read adds its tags to the page's. */
  contextFor: (tags: Set<string>) => Context
  ready: ReadyAnswers
  /** The origin of the pages as browsers see it, without a trailing slash. */
  publicUrl: string
  /** Other sites whose scripts, frames and requests the pages need now. After a change, call `forget`. */
  trustedOrigins: () => readonly string[]
  shopName: () => string
  /** The path of the style sheet that the shop has besides those of the build. */
  ownStylesheet?: () => string | null
  queryReaders: QueryReaders
  /** The names of the parameters that they read. */
  parameters: readonly string[]
  pathReaders?: PathReaders
  /** How long caches in front may keep pages of these patterns, unless their routes say otherwise. */
  shared?: { cacheControl: string; patterns: readonly string[] } | undefined
  /** The folders with the hashed files: those of the build first, then those of former builds. */
  assetFolders: readonly string[]
}

/** One at a time: between two renderings the server answers other requests. The last of them waits some seconds. */
const queueLimits = { running: 1, waiting: 400 }
/** A refusal is cheap, but a program that repeats its request at once would still keep the processor busy. */
const refusalDelayMs = 1_000
/** The header of a page whose routes set none. */
const askAgain = 'no-cache'
/** What browsers send from a form without scripts. */
const formType = 'application/x-www-form-urlencoded'

export function builtPages<Context>(build: WebBuild<Context>, options: PageOptions<Context>): Pages {
  const { ready, shopName } = options
  const findPage = pageFinder(build.routes, options.queryReaders, options.pathReaders)
  const renderer = openRenderer(build, options)
  const { render } = renderer
  // A queue for the few usual pages, another for those whose names visitors choose: both are fair, but a flood from very
  // many networks can fill the second one.
  const [fewPages, manyPages] = [fairSemaphore(queueLimits), fairSemaphore(queueLimits)]
  const { renderBusyPage, renderOffline } = build.entry.module
  const stylesheets = () => [...stylesheetsOf(build), ...[options.ownStylesheet?.() ?? []].flat()]
  const makeBusyPage = () => makePage(503, sealPage(renderBusyPage(shopName(), stylesheets()), '', originsOf(options)))
  const worker = () => makeWorker(renderOffline(shopName(), stylesheets()), options.parameters)
  let busy = makeBusyPage()

  async function pageFor(target: PageOfUrl, network: string): Promise<Answer | KeptAnswer> {
    if (target.isFixed) return ready.get(target.pattern, () => render(target), { keeps: isFixedPage })
    const queue = target.isSearch || target.pattern.includes(':') ? manyPages : fewPages
    let isOwn = false
    try {
      const page = await ready.get(
        target.url,
        (tags) => {
          isOwn = true
          return render(target, tags)
        },
        { isSearch: target.isSearch, inTurn: (work) => queue.run(network, work) },
      )
      // Another request made it while this one waited. Its cookies are for that visitor alone.
      const hasOthersCookies = !isOwn && page.answer.headers['set-cookie'] !== undefined
      return hasOthersCookies ? await queue.run(network, () => render(target)) : page
    } catch (error) {
      if (!(error instanceof ShopError && error.code === 'UNAVAILABLE')) throw error
      await wait(refusalDelayMs)
      return busy
    }
  }

  return {
    forget() {
      ready.clear()
      renderer.forget()
      busy = makeBusyPage()
    },
    async register(app) {
      await addFiles(app, options.assetFolders)
      app.get('/sw.js', { schema: { hide: true } }, async (request, reply) =>
        ready.send(await ready.get('/sw.js', worker), request, reply),
      )
      // A form that was sent without scripts: its page says that they are needed.
      await app.register(async (forms) => {
        forms.addContentTypeParser(formType, { parseAs: 'buffer' }, (_request, _body, done) => done(null))
        forms.post('/auth/*', { schema: { hide: true } }, async ({ url }, reply) => reply.redirect(url, 303))
      })
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const target = findPage(request.url)
        // React Router would answer with only the data of the page. No page asks for it, and browsers would show it.
        if (!target || isData(request.url) || isData(target.url)) throw new NotFound()
        request.pagePattern = target.pattern
        const page = await pageFor(target, clientNetwork(request.ip))
        return 'answer' in page ? ready.send(page, request, reply) : sendAnswer(page, request, reply)
      })
    },
  }
}

interface Renderer {
  /** @param tags  gets the tags of the page's content */
  render(target: PageOfUrl, tags?: Set<string>): Promise<Answer>
  forget(): void
}

function openRenderer<Context>(build: WebBuild<Context>, options: PageOptions<Context>): Renderer {
  const { contextFor, publicUrl, shared } = options
  const { makeContext } = build.entry.module
  const handle = createRequestHandler(build, 'production')
  /** The page for a path whose name does not exist, by its pattern. It is the same for all such paths. */
  const notFound = new Map<string, Answer>()
  let generation = 0
  return {
    async render({ url, pattern, isSearch }, tags = new Set()) {
      const nonce = randomBytes(16).toString('base64url')
      const [begun, origins] = [generation, originsOf(options)]
      const known = notFound.get(pattern)
      const rendering = { nonce, hasNotFoundPage: known !== undefined }
      const response = await handle(new Request(publicUrl + url), makeContext(contextFor(tags), rendering))
      const isKnown = known && response.status === 404
      const page = isKnown ? known : await makePage(response.status, sealPage(await response.text(), nonce, origins))
      if (page.status === 404 && begun === generation) notFound.set(pattern, page)
      const answer = { ...page, headers: { ...page.headers, ...headersOf(response) } }
      // Searches would fill a cache with answers that nobody requests again.
      if (!shared?.patterns.includes(pattern) || isSearch || !isForEverybody(answer)) return answer
      if (answer.headers['cache-control'] !== askAgain) return answer
      return { ...answer, headers: { ...answer.headers, 'cache-control': shared.cacheControl } }
    },
    forget() {
      generation += 1
      notFound.clear()
    },
  }
}

/** The page of paths that do not exist is the same for all of them. */
const isFixedPage = (page: Answer) => isForEverybody(page) || page.status === 404

const originsOf = ({ publicUrl, trustedOrigins }: Pick<PageOptions<never>, 'publicUrl' | 'trustedOrigins'>) => ({
  publicUrl,
  trusted: trustedOrigins(),
})

async function addFiles(app: FastifyInstance, assetFolders: readonly string[]): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**'],
    // Mail programs in a browser show the icon on their own site.
    setHeaders: (reply) =>
      reply.header('cache-control', 'public, max-age=3600').header('cross-origin-resource-policy', 'cross-origin'),
  })
  await app.register(fastifyStatic, {
    root: [...assetFolders],
    prefix: '/assets/',
    decorateReply: false,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/** Whether React Router answers this path, in any encoding, with data instead of a page. */
function isData(url: string): boolean {
  const [path = ''] = url.split('?')
  return /\.data\/*$/i.test(decodeURIComponent(path))
}

/** The stylesheets of every page. */
function stylesheetsOf({ assets }: WebBuild<never>): string[] {
  return assets.routes.root?.css ?? []
}

/** With the headers that a page has if its routes set none. */
function makePage(status: number, page: SealedPage): Promise<Answer> {
  return makeAnswer(status, page.html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    'cache-control': status === 503 ? 'no-store' : askAgain,
    ...(status === 503 && { 'retry-after': '5' }),
  })
}
