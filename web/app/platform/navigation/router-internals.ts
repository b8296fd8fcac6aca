/**
 * What the pages use of React Router beyond what it promises to keep; `inline-manifest.ts` is the same for the rendered page.
 * The public ways were tried in November 2026: the first page of a cheap phone came 1.1 s later, and without a network an
 * import that fails reloads the page, which leads to the browser's error page.
 */
import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/** The version with which the tests of page-load, offline and old-browser were seen green. */
export const triedVersion = '8.4.0'

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
