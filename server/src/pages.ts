/** The pages of the web, with the shop that their loaders read. */
import type { Shop } from '@camilan/contract/shop'
import type { Pages } from './platform/pages/pages.ts'
import { loadWebBuild } from './platform/pages/web-build.ts'

/** The query parameters that change what the server renders, by page. */
const parameters = { '/products': ['category', 'page', 'query', 'sortBy', 'sortOrder'] }

/** The API, the pictures, and the pages of the payment sandbox. */
const serverSegments = ['api', 'media', 'snap', 'bca', '_sandbox', 'v2']

/** Set NODE_ENV before this call: it imports React, which chooses its build by that variable. */
export async function openPages(shop: Shop, { development }: { development: boolean }): Promise<Pages> {
  const { publicUrl, snapOrigin } = shop.info()
  if (development) {
    const { developmentPages } = await import('./platform/pages/development-pages.ts')
    return developmentPages({ context: shop, publicUrl, serverSegments })
  }
  const { builtPages } = await import('./platform/pages/pages.ts')
  const build = await loadWebBuild<Shop>()
  return builtPages(build, { context: shop, publicUrl, trustedOrigins: [snapOrigin], parameters })
}
