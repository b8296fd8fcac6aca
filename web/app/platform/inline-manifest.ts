/** The manifest of the routes, in the page instead of in a file of its own: one request less before anything works. */
import type { EntryContext } from 'react-router'

type Manifest = EntryContext['manifest']

const adminRoot = 'admin-guard'

/**
 * What React Router renders a page with. Outside /admin the routes of the administration are left out, which most
 * visitors never see: the not-found page loads those as documents.
 */
export function withoutAdminRoutes(manifest: Manifest, path: string): Manifest {
  if (path === '/admin' || path.startsWith('/admin/')) return manifest
  const { routes } = manifest
  const isAdmins = (id: string | undefined): boolean => id === adminRoot || (!!id && isAdmins(routes[id]?.parentId))
  return { ...manifest, routes: Object.fromEntries(Object.entries(routes).filter(([id]) => !isAdmins(id))) }
}

/**
 * For the render: React Router imports the manifest from its URL and preloads it. With the URL of the browser's entry the
 * preload is one that is needed anyway, and the import is the statement that `inlined` replaces.
 */
export const withoutFile = (manifest: Manifest): Manifest => ({ ...manifest, url: manifest.entry.module })

/**
 * The rendered page with the manifest in it. Its scripts are preloaded with a low priority: style, font and picture, with
 * which the page can be read, come first on a slow line.
 */
export function inlined(html: string, manifest: Manifest): string {
  const imported = `import ${JSON.stringify(manifest.entry.module)};\n`
  const script = JSON.stringify(withoutFile(manifest)).replaceAll('<', '\\u003c')
  if (!html.includes(imported))
    throw new Error('The page does not import the manifest in the way that is replaced here')
  return html
    .replace(imported, () => `window.__reactRouterManifest=${script};\n`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
