/** What an idle browser does for a weak signal: it loads the code of the next pages, and keeps this one for a reload. */
import { matchRoutes } from 'react-router'
import { fetchCode } from './route-code'
import { currentSession } from './session'

type Routes = Parameters<typeof matchRoutes>[0]

/** Where customers and the seller go next. Their code is small: the limit is in `e2e/page-load.spec.ts`. */
function nextPages(path: string): string[] {
  if (path.startsWith('/admin')) return ['/admin/manage-orders', '/admin/manage-orders/order/-', '/admin/dashboard']
  if (path === '/cart') return ['/order']
  return ['/products', '/products/-', '/', ...(currentSession().token ? ['/cart', '/my-order'] : [])]
}

/** Who saves data, or has a line on which these files would be in the way, gets nothing that was not asked for. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

/**
 * @param page  the path and query of the page that is shown
 * @param signal  the page is left
 */
export async function loadAhead(routes: Routes, page: string, signal: AbortSignal): Promise<void> {
  await loadNextPages(routes, page, signal)
  await keepForReload(page)
}

async function loadNextPages(routes: Routes, page: string, signal: AbortSignal): Promise<void> {
  if (savesData()) return
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules = {} } = window
  try {
    for (const { route } of nextPages(page).flatMap((path) => matchRoutes(routes, path) ?? [])) {
      const code = manifest?.routes[route.id ?? '']
      if (signal.aborted) return
      if (code && !(code.id in modules)) await fetchCode(code)
    }
  } catch {
    // The navigation will say so.
  }
}

let isFirst = true

/** A document that comes through the worker is kept by it: not that of the first visit, nor a page without a document. */
async function keepForReload(page: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller !== null
  const isKept = hadWorker && (isFirst || savesData())
  isFirst = false
  if (isKept) return
  const controlled = new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
  // A worker that is leaving would be kept by a registration, and the browser updates one by itself.
  if (!hadWorker && !(await serviceWorker.register('/sw.js').catch(() => undefined))) return
  if (!serviceWorker.controller) await controlled
  // What was loaded before the worker had this page. The browser has it, so that this loads nothing.
  const files = hadWorker ? [] : performance.getEntriesByType('resource').map(({ name }) => name)
  const assets = files.filter((file) => file.startsWith(`${location.origin}/assets/`))
  serviceWorker.controller?.postMessage([page, ...assets])
}
