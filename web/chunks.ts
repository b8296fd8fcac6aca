/** The file of the browser's build for each module. There are few files, because each costs a phone a request. */
import type { Plugin, Rolldown } from 'vite'

/** The routes of an area and the modules that only they load. No area has a module that only later areas need. */
const areas = ['visitor', 'login', 'account', 'admin'] as const
type Area = (typeof areas)[number]
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const formLibrary = /\/node_modules\/react-hook-form\//
/** With what only schemas load. */
const checkLibrary = /\/(node_modules\/(zod|@hookform)\/|contract\/src\/errors\.ts)/

const onEveryPage = /\/web\/app\/root\.tsx/
const visitorRoutes =
  /\/web\/app\/(entry\.client|root|customer-layout|not-found-page|products\/(shop\/(home|products)|product\/product)-page)\.tsx/
const loginRoutes = /\/web\/app\/(auth-layout|people\/login\/(login|register|forgot-password)-page)\.tsx/
const profilePage = /\/web\/app\/people\/profile\/profile-page/
/** Of an account, or reached by a mailed link. All others are of the administration. */
const accountRoutes =
  /\/web\/app\/(signed-in-guard|(orders\/cart|office\/about|people\/notifications)\/|checkout\/(checkout|seller\/linked-order)-page|orders\/mine\/(my-orders|order-detail)-page|people\/(profile\/profile|login\/(reset-password|recover|undo-email|first-admin))-page)/

function areaOf(route: string): Area {
  if (visitorRoutes.test(route)) return 'visitor'
  if (loginRoutes.test(route)) return 'login'
  return accountRoutes.test(route) ? 'account' : 'admin'
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'framework',
    // This file has the browser's entry, which would otherwise be a file of three lines.
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|\/web\/app\/(entry\.client|platform\/(navigation\/(route-code|router-internals)|pages\/polyfills))/,
    priority: 8,
  },
  ...areas.map((area, index) => ({
    debugName: area,
    name: sharedIn(area),
    test: /\/(web\/app|contract\/src|node_modules\/(lucide-react|zod))\//,
    // Before the forms, which then contain no module of the earlier files.
    priority: area === 'admin' ? 1 : 7 - index,
  })),
  {
    // Among the pages of an account, the order page and the profile load it, but not the cart and the lists of orders.
    name: (id, context) =>
      formLibrary.test(id) || (isSharedIn('account', id, context) && isOnlyOfForms(id, context)) ? 'forms' : null,
    test: /\/(web\/app|contract\/src|node_modules\/react-hook-form)\//,
    // Before the checks, which need it.
    priority: 3,
  },
  {
    // Among the pages of an account only the profile loads it, and so do those of the administration.
    name: (id, context) =>
      checkLibrary.test(id) || (isSharedIn('account', id, context) && isOfProfile(id, context)) ? 'checks' : null,
    test: /\/(web\/app|contract\/src|node_modules\/(@hookform|zod))\//,
    priority: 2,
  },
]

/** Lets the files of the root and of the browser's entry hold shared modules too, which React Router's plugin forbids. */
export const shareRoot: Plugin = {
  name: 'share-root',
  configResolved({ environments: { client } }) {
    if (client) client.build.rolldownOptions.preserveEntrySignatures = 'allow-extension'
  },
}

/** Replaces the function with which React Router loads a route's code by `route-code.ts`. */
export const loadRouteCode: Plugin = {
  name: 'load-route-code',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer = '') {
    if (!source.endsWith('/routeModules.js') || !/\/react-router\/dist\/.*\/ssr\//.test(importer)) return null
    return this.resolve('/app/platform/navigation/route-code.ts', undefined, { skipSelf: true })
  },
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    const codes = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''))
    if (codes.some((code) => code.includes('Error loading route module')))
      this.error('React Router loads the code of routes in another way than the one that is replaced here')
  },
}

/** For modules that several routes share, one of them in this area. A module of a single route stays with it. */
function sharedIn(area: Area): Rolldown.CodeSplittingNameFunction {
  return (id, context) => {
    if (area === 'visitor' && onEveryPage.test(id)) return area
    if (area === 'account' && (uses(formLibrary, id, context) || isOfProfile(id, context))) return null
    return isSharedIn(area, id, context) ? area : null
  }
}

function isSharedIn(area: Area, id: string, context: Context): boolean {
  const routes = routesOf(id, context)
  return routes.length > 1 && routes.some((route) => areaOf(route) === area)
}

function routesOf(id: string, context: Context): string[] {
  const isRoute = (module: string) => context.getModuleInfo(module)?.isEntry === true
  return allFrom(id, (module) => context.getModuleInfo(module)?.importers).filter(isRoute)
}

function isOnlyOfForms(id: string, context: Context): boolean {
  return uses(formLibrary, id, context) && !uses(checkLibrary, id, context)
}

/** Checks, and what else only the profile loads among the pages of an account, such as the choice of a photo. */
function isOfProfile(id: string, context: Context): boolean {
  const pages = routesOf(id, context).filter((route) => areaOf(route) === 'account')
  return uses(checkLibrary, id, context) || pages.every((route) => profilePage.test(route))
}

function uses(library: RegExp, id: string, context: Context): boolean {
  return allFrom(id, (module) => context.getModuleInfo(module)?.importedIds).some((module) => library.test(module))
}

/** The module and all modules that `next` reaches from it. */
function allFrom(start: string, next: (module: string) => readonly string[] | undefined): string[] {
  const seen = new Set([start])
  for (const module of seen) for (const other of next(module) ?? []) seen.add(other)
  return [...seen]
}
