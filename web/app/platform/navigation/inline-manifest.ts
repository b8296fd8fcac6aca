/**
 * The script in a page. It holds the manifest of the routes, which saves a request, and loads the page's files in an order
 * that lets a slow phone paint first.
 */
import { prefetchScript } from '~/platform/api/prefetched'
import { type Manifest, withScript } from './router-internals'

const adminRoot = 'admin-guard'

/**
 * The manifest with which React Router renders a page. Outside /admin it lacks the routes of the administration, which most
 * visitors never see: the not-found page loads those as documents.
 */
export function withoutAdminRoutes(manifest: Manifest, path: string): Manifest {
  if (path === '/admin' || path.startsWith('/admin/')) return manifest
  const { routes } = manifest
  const isAdmins = (id: string | undefined): boolean => id === adminRoot || (!!id && isAdmins(routes[id]?.parentId))
  return { ...manifest, routes: Object.fromEntries(Object.entries(routes).filter(([id]) => !isAdmins(id))) }
}

/** The text of a page whose scripts did not arrive or do not run. Only a press reloads it, so it can't become a loop. */
const withoutScripts = (reason: string) =>
  '<p role="alert" class="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-warning-soft px-4 text-center text-warning">' +
  `${reason} <a href="" class="link inline-flex min-h-11 items-center">Coba lagi</a></p>`
const notLoaded = withoutScripts('Sinyal lemah: halaman ini belum termuat lengkap.')
const notRunning = withoutScripts('Peramban ini tidak bisa menjalankan halaman ini. Perbarui peramban Anda.')

/** Browsers without cascade layers skip the whole of a style sheet that has them (`flat-styles.ts`). */
const flatStyles = `if (!('CSSLayerBlockRule' in window)) for (const { href } of document.querySelectorAll('link[rel=stylesheet][href*="/assets/"]'))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: href.replace('.css', '-flat.css') }));
`

/** Enter in a form would load a new document before the scripts are there. It is sent when they are (`root.tsx`). */
const holdForms = `addEventListener('submit', (event) => {
  if ('ready' in document.documentElement.dataset || event.target.method !== 'post') return;
  event.preventDefault();
  window.heldForm = event.target;
}, true);
`

/**
 * The rendered page with the manifest in it. Its files are evaluated one after the other, the framework first, so that a
 * slow processor can answer between them. Then the entry (`entry.client.tsx`) hydrates.
 * @param isContent  the page shows its content without scripts: they are requested after the first paint, so that style,
 *   font and picture have the whole of a slow line. Otherwise the content needs the scripts: they are preloaded, with a low
 *   priority because the style comes first, and the font waits for them (`app.css`).
 * @param prefetched  the calls of the API that the page always makes
 */
export function inlined(
  html: string,
  manifest: Manifest,
  { isContent, prefetched }: { isContent: boolean; prefetched: readonly string[] },
): string {
  const load = (routes: readonly string[]) => {
    const files = [
      ...new Set([manifest.entry.module, ...routes.flatMap((route) => [...importsOf(manifest, route), route])]),
    ]
    const before = prefetchScript(prefetched) + (isContent ? untilPainted + preloadAll(files) : '')
    return `${flatStyles}${holdForms}${before}${loadInTurn(files)}`
  }
  return withScript(html, manifest, {
    load,
    start: "window.dispatchEvent(new Event('routesloaded'));",
    preload: (link) => (isContent ? '' : link.replace('<link', '<link fetchpriority="low"')),
  })
}

const loadInTurn = (files: readonly string[]) => `const loaded = {};
for (const file of ${JSON.stringify(files)}) {
  loaded[file] = await import(file).catch(async (error) => {
    const isHere = await fetch(file).then(({ ok }) => ok, () => false);
    if (isHere) console.error(error);
    document.body.insertAdjacentHTML('beforeend', isHere ? ${JSON.stringify(notRunning)} : ${JSON.stringify(notLoaded)});
    return new Promise(() => {});
  });
  if (!document.hidden) await (window.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
}
`

/** The shared files of a route, the most needed first as far as the manifest's order shows it. */
function importsOf({ routes }: Manifest, module: string): string[] {
  const route = Object.values(routes).find((candidate) => candidate?.module === module)
  return (route?.imports ?? []).toReversed()
}

/**
 * The first paint may be only the background, so it waits for content. A hidden tab paints nothing and does not wait. The
 * timer after `load` is for browsers that report no paint.
 */
const untilPainted = `await new Promise((resolve) => {
  if (document.hidden) resolve();
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(resolve, 1000));
});
`

const preloadAll = (files: readonly string[]) => `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }));
`
