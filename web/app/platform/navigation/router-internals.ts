/**
 * What the shop uses of React Router beyond what it promises to keep, all of it. A test holds the version.
 *
 * - The page's own script sets the manifest and loads the files. With the public ways alone the first page of a cheap phone
 *   came 1.1 s later.
 * - The shop loads the code of routes. Without a network React Router's own function reloads the page after a failed import,
 *   which leads to the browser's error page. An instrumentation can't wait for the files instead: it sees only a part of the
 *   properties that a route loads. The browsers of `oldest-browsers.ts` have no Navigation API, which could refuse the reload.
 * - The router itself: there is no other way to end a navigation that can't be loaded.
 */
import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type EntryContext } from 'react-router'
import type { Plugin } from 'vite'

/** The version with which the tests of page-load, offline and old-browser were seen green. */
export const triedVersion = '8.4.0'

export type Manifest = EntryContext['manifest']

export interface CodeOfRoute {
  id: string
  module: string
  imports?: string[] | undefined
}

declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, CodeOfRoute | undefined> }
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

/** The code of all routes. */
export const codeOfRoutes = () => window.__reactRouterManifest?.routes ?? {}

/** The code of the loaded routes, by their ids. Undefined until the scripts of the page have set it. */
export const loadedCode = () => window.__reactRouterRouteModules

/** The router, to end a navigation that can't be loaded, and to see where one that is under way leads. */
export const useRouter = () => useContext(DataRouterContext)?.router

export type Router = NonNullable<ReturnType<typeof useRouter>>

const routeImports = /^import \* as route\d+ from "[^"]+";\n/gm
const preloads = /<link rel="modulepreload"[^>]*>/g

/**
 * For rendering: React Router imports the manifest from its URL and preloads it. With the URL of the browser's entry the
 * preload is needed anyway, and `withScript` replaces the import statement.
 */
export const withoutFile = (manifest: Manifest): Manifest => ({ ...manifest, url: manifest.entry.module })

interface PageScript {
  load: (routes: readonly string[]) => string
  start: string
  preload: (link: string) => string
}

/**
 * The rendered page with this script instead of React Router's imports of the manifest, of the routes and of the entry.
 * @param load  fills the object `loaded` with the routes' modules by their URLs
 * @param start  runs when they are handed over
 * @param preload  a tag in place of one that preloads a module
 */
export function withScript(html: string, manifest: Manifest, { load, start, preload }: PageScript): string {
  const entry = JSON.stringify(manifest.entry.module)
  const imported = `import ${entry};\n`
  const started = `import(${entry});`
  const routes = [...html.matchAll(routeImports)].map(
    ([line]) => JSON.parse(line.slice(line.indexOf('"'), -2)) as string,
  )
  if (!html.includes(imported) || !html.includes(started) || routes.length === 0)
    throw new Error('The page does not import the manifest and its routes in the way that is replaced here')
  const inlined = JSON.stringify(withoutFile(manifest)).replaceAll('<', '\\u003c')
  const names = routes.map((_, index) => `route${index}`)
  const handOver = `const [${names}] = ${JSON.stringify(routes)}.map((file) => loaded[file]);\n`
  return html
    .replace(imported, () => `window.__reactRouterManifest=${inlined};\n${load(routes)}${handOver}`)
    .replaceAll(routeImports, '')
    .replace(started, start)
    .replaceAll(preloads, preload)
}

/** Replaces the function with which React Router loads a route's code by that of this file. */
export function loadRoutesBy(file: string): Plugin {
  return {
    name: 'load-routes-by',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer = '') {
      if (!source.endsWith('/routeModules.js') || !/\/react-router\/dist\/.*\/ssr\//.test(importer)) return null
      return this.resolve(file, undefined, { skipSelf: true })
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const codes = Object.values(bundle).map((output) => (output.type === 'chunk' ? output.code : ''))
      if (codes.some((code) => code.includes('Error loading route module')))
        this.error('React Router loads the code of routes in another way than the one that is replaced here')
    },
  }
}
