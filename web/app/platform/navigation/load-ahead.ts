/**
 * The work of an idle browser against a weak signal: it loads the code of the next pages, and keeps this page for a reload.
 */
import { matchRoutes } from 'react-router'
import { currentSession } from '~/platform/api/session'
import { fetchCode } from './route-code'
import { codeOfRoutes, loadedCode } from './router-internals'

type Routes = Parameters<typeof matchRoutes>[0]

/** The usual next pages of customers and the seller. Their code is small: the limit is in `e2e/page-load.spec.ts`. */
function nextPages(path: string): string[] {
  if (path.startsWith('/admin')) return ['/admin/manage-orders', '/admin/manage-orders/order/-', '/admin/dashboard']
  if (path === '/cart') return ['/order']
  return ['/products', '/products/-', '/', ...(currentSession().token ? ['/cart', '/my-order'] : [])]
}

/** A visitor who saves data, or has a slow line, loads only requested files. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

/**
 * @param page  the path and query of the shown page
 * @param signal  aborts when the page is left
 */
export async function loadAhead(routes: Routes, page: string, signal: AbortSignal): Promise<void> {
  await loadNextPages(routes, page, signal)
  await keepForReload(page)
}

async function loadNextPages(routes: Routes, page: string, signal: AbortSignal): Promise<void> {
  if (savesData()) return
  try {
    for (const { route } of nextPages(page).flatMap((path) => matchRoutes(routes, path) ?? [])) {
      const code = codeOfRoutes()[route.id ?? '']
      if (signal.aborted) return
      if (code && !(code.id in (loadedCode() ?? {}))) await fetchCode(code)
    }
  } catch {
    // The navigation will report it.
  }
}

let isFirst = true

/** The worker keeps a document that comes through it, but not that of the first visit, nor a page without a document. */
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
  // A registration would keep a worker that is being removed, and the browser updates one by itself.
  if (!hadWorker && !(await serviceWorker.register('/sw.js').catch(() => undefined))) return
  if (!serviceWorker.controller) await controlled
  // The files that were loaded before the worker had this page. The browser has them, so this loads nothing.
  const files = hadWorker ? [] : performance.getEntriesByType('resource').map(({ name }) => name)
  const assets = files.filter((file) => file.startsWith(`${location.origin}/assets/`))
  serviceWorker.controller?.postMessage([page, ...assets])
}
