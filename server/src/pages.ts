/** The pages of the web, with the shop that their loaders read. */
import { ProductQuery } from '@camilan/contract/catalog'
import type { Shop } from '@camilan/contract/shop'
import type { QueryReaders, ReadQuery } from './platform/pages/page-routes.ts'
import type { Pages } from './platform/pages/pages.ts'
import { loadWebBuild } from './platform/pages/web-build.ts'

const plainList = ProductQuery.parse({})
/** There are few pages up to this one, and any number beyond it. */
const lastUsualPage = 20

/** The query of a product list in one form: wrong values and defaults are left out. */
function readProductList(given: URLSearchParams): ReadQuery {
  const { limit: _, ...query } = ProductQuery.parse(Object.fromEntries(given))
  const changed = Object.entries(query).filter(([name, value]) => value !== plainList[name as keyof ProductQuery])
  return {
    parameters: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
    isSearch: query.query !== plainList.query || query.page > lastUsualPage,
  }
}

const queryReaders: QueryReaders = { '/products': readProductList }

/** The API, the pictures, and the pages of the payment sandbox. */
const serverSegments = ['api', 'media', 'snap', 'bca', '_sandbox', 'v2']

/** Import what `openPages` needs. Set NODE_ENV before this call: React chooses its build by that variable. */
export async function loadPages() {
  const [{ builtPages }, build] = await Promise.all([import('./platform/pages/pages.ts'), loadWebBuild<Shop>()])
  return { builtPages, build }
}

/** Set NODE_ENV before this call, as for `loadPages`. */
export async function openPages(shop: Shop, { development }: { development: boolean }): Promise<Pages> {
  const { name: shopName, publicUrl, snapOrigin } = shop.info()
  if (development) {
    const { developmentPages } = await import('./platform/pages/development-pages.ts')
    return developmentPages({ context: shop, publicUrl, serverSegments })
  }
  const { builtPages, build } = await loadPages()
  return builtPages(build, { context: shop, shopName, publicUrl, trustedOrigins: [snapOrigin], queryReaders })
}
