/** The file of the browser's build for each module. There are few files, because each costs a phone a request. */
import { fileURLToPath } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin, Rolldown } from 'vite'
import routes from './app/routes.ts'

/** In this order: no area has a module that only later areas need. */
const areas = ['visitor', 'login', 'account', 'admin'] as const
type Area = (typeof areas)[number]
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** The area of a layout and of the routes below it, apart from those that have their own. */
const areaOfFile: Readonly<Record<string, Area>> = {
  'customer-layout.tsx': 'visitor',
  'signed-in-guard.ts': 'account',
  'auth-layout.tsx': 'login',
  'admin-guard.ts': 'admin',
  // Reached by a link that the seller sent, or by a mailed one.
  'checkout/seller/linked-order-page.tsx': 'account',
  'people/login/reset-password-page.tsx': 'account',
  'people/login/recover-page.tsx': 'account',
  'people/login/undo-email-page.tsx': 'account',
  'people/login/first-admin-page.tsx': 'account',
  'people/staff/join-staff-page.tsx': 'admin',
  // It shares its parts with the printed pages of the administration.
  'orders/print/receipt-page.tsx': 'admin',
}

const formLibrary = /\/node_modules\/react-hook-form\//
/** With what only schemas load. */
const checkLibrary = /\/(node_modules\/(zod|@hookform)\/|contract\/src\/errors\.ts)/

const root = modulePath('root.tsx')
const profilePage = modulePath('people/profile/profile-page.tsx')
/** Of the modules of all routes. Where two routes have one module, it is that of the first. */
const areaOfModule = new Map<string, Area>([
  [root, 'visitor'],
  [modulePath('entry.client.tsx'), 'visitor'],
])
readAreas(await routes, 'visitor')
const unrouted = Object.keys(areaOfFile).filter((file) => !areaOfModule.has(modulePath(file)))
if (unrouted.length > 0) throw new Error(`No route has a file that chunks.ts names: ${unrouted.join(', ')}`)

function readAreas(entries: readonly RouteConfigEntry[], above: Area): void {
  for (const { file, children = [] } of entries) {
    const area = areaOfFile[file] ?? above
    const module = modulePath(file)
    if (!areaOfModule.has(module)) areaOfModule.set(module, area)
    readAreas(children, area)
  }
}

function modulePath(file: string): string {
  return fileURLToPath(new URL(`app/${file}`, import.meta.url))
}

/** React Router's plugin imports the module of a route with a query. */
const withoutQuery = (id: string) => id.replace(/\?.*/, '')

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
  {
    // Parts of the search and of shops with zones load it, and pages of the administration.
    name: 'places',
    test: /\/web\/app\/ui\/fields\/(place-field|option-list)\.tsx/,
    // The last of those of this priority, after all that they need.
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

/** For modules that several routes share, one of them in this area. A module of a single route stays with it. */
function sharedIn(area: Area): Rolldown.CodeSplittingNameFunction {
  return (id, context) => {
    if (area === 'visitor' && withoutQuery(id) === root) return area
    if (area === 'account' && (uses(formLibrary, id, context) || isOfProfile(id, context))) return null
    return isSharedIn(area, id, context) ? area : null
  }
}

function isSharedIn(area: Area, id: string, context: Context): boolean {
  const users = routesOf(id, context)
  return users.length > 1 && users.some((route) => areaOfModule.get(route) === area)
}

function routesOf(id: string, context: Context): string[] {
  const above = allFrom(id, (module) => context.getModuleInfo(module)?.importers)
  return [...new Set(above.map(withoutQuery))].filter((module) => areaOfModule.has(module))
}

function isOnlyOfForms(id: string, context: Context): boolean {
  return uses(formLibrary, id, context) && !uses(checkLibrary, id, context)
}

/** Checks, and what else only the profile loads among the pages of an account, such as the choice of a photo. */
function isOfProfile(id: string, context: Context): boolean {
  const pages = routesOf(id, context).filter((route) => areaOfModule.get(route) === 'account')
  return uses(checkLibrary, id, context) || pages.every((route) => route === profilePage)
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
