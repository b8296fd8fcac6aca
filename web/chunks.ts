/** Which file of the browser's build a module goes to. There are few files, because each costs a phone a request. */
import type { Plugin, Rolldown } from 'vite'

/** The routes of an area and what only they load, in this order: an area's file holds nothing that only later ones need. */
const areas = ['visitor', 'login', 'account', 'admin'] as const
type Area = (typeof areas)[number]

const onEveryPage = /\/web\/app\/root\.tsx/
const visitorRoutes =
  /\/web\/app\/(entry\.client|root|customer-layout|not-found-page|catalog\/(home|products|product)-page)\.tsx/
const loginRoutes = /\/web\/app\/(auth-layout|accounts\/(login|register|forgot-password)-page)\.tsx/
const adminRoutes =
  /\/web\/app\/(admin-(layout|guard)|.*\/(admin-\w+|dashboard|manage-\w+|refunds|print|settings)-page)\.tsx?/

function areaOf(route: string): Area {
  if (visitorRoutes.test(route)) return 'visitor'
  if (loginRoutes.test(route)) return 'login'
  return adminRoutes.test(route) ? 'admin' : 'account'
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'framework',
    // The browser's entry is in it, else it would be a file of three lines.
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|\/web\/app\/entry\.client/,
    priority: 6,
  },
  { name: 'forms', test: /\/node_modules\/(zod|react-hook-form|@hookform)\//, priority: 5 },
  ...areas.map((area, index) => ({
    debugName: area,
    name: sharedIn(area),
    test: /\/(web\/app|contract\/src|node_modules\/lucide-react)\//,
    priority: 4 - index,
  })),
]

/** Lets the files of the root and of the browser's entry hold shared modules too; React Router's plugin forbids it. */
export const shareRoot: Plugin = {
  name: 'share-root',
  configResolved({ environments: { client } }) {
    if (client) client.build.rolldownOptions.preserveEntrySignatures = 'allow-extension'
  },
}

/** For modules that several routes share, one of them of this area. A module of a single route stays with it. */
function sharedIn(area: Area): Rolldown.CodeSplittingNameFunction {
  return (id, context) => {
    if (area === 'visitor' && onEveryPage.test(id)) return area
    const routes = routesOf(id, context)
    return routes.length > 1 && routes.some((route) => areaOf(route) === area) ? area : null
  }
}

function routesOf(id: string, context: Parameters<Rolldown.CodeSplittingNameFunction>[1]): string[] {
  const seen = new Set<string>()
  const collect = (module: string): string[] => {
    if (seen.has(module)) return []
    seen.add(module)
    const info = context.getModuleInfo(module)
    return info ? [...(info.isEntry ? [module] : []), ...info.importers.flatMap(collect)] : []
  }
  return collect(id)
}
