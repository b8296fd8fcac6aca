import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { prefetchedPathsOf } from './platform/api/prefetched'
import { isBelowGuard } from './platform/navigation/below-guard'
import { inlined, withoutAdminRoutes } from './platform/navigation/inline-manifest'
import { withoutFile } from './platform/navigation/router-internals'
import { renderingContext } from './platform/pages/shop-context'

export { makeContext } from './platform/pages/shop-context'
export { renderBusyPage, renderOffline } from './ui/loading/plain-pages'

const renderTimeoutMs = 10_000

const isContent = ({ staticHandlerContext }: EntryContext) =>
  !isBelowGuard(staticHandlerContext.matches.map(({ route }) => route))

const prefetched = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.flatMap(({ route }) => prefetchedPathsOf(routeModules[route.id]?.handle))

/** Renders the whole page before it is sent: the server hashes its scripts for the CSP and caches the page. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, hasNotFoundPage } = context.get(renderingContext)
  if (status === 404 && hasNotFoundPage) return Promise.resolve(new Response(null, { status, headers }))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const manifest = withoutAdminRoutes(routerContext.manifest, new URL(request.url).pathname)
  // In development the file changes with the sources.
  const [pageContext, finish] = import.meta.env.PROD
    ? [
        { ...routerContext, manifest: withoutFile(manifest) },
        (html: string) =>
          inlined(html, manifest, { isContent: isContent(routerContext), prefetched: prefetched(routerContext) }),
      ]
    : [routerContext, (html: string) => html]
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const timer = setTimeout(() => abort(new Error(`Rendering took over ${renderTimeoutMs} ms`)), renderTimeoutMs)
    const marked = nonce === undefined ? {} : { nonce }
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={pageContext} url={request.url} {...marked} />,
      {
        ...marked,
        onAllReady() {
          clearTimeout(timer)
          const page = new PassThrough()
          text(page)
            .then(finish)
            .then((html) => resolve(new Response(html, { status: finalStatus, headers })), reject)
          pipe(page)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          finalStatus = 500
          console.error(error)
        },
      },
    )
  })
}
