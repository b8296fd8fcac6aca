/** The pages of the web, with the shop that their loaders read. */
import path from 'node:path'
import { productIdIn } from '@camilan/contract/product-path'
import type { Shop } from '@camilan/contract/shop'
import type { ReadyAnswers } from './platform/answers/ready-answers.ts'
import { keepAssets } from './platform/pages/kept-assets.ts'
import type { PathReaders, QueryReaders } from './platform/pages/page-routes.ts'
import type { Pages } from './platform/pages/pages.ts'
import { assetsFolder, ensureWebBuild, loadWebBuild } from './platform/pages/web-build.ts'
import { productPageParameters, readProductPage } from './products/product-list.ts'

const queryReaders: QueryReaders = {
  '/products': readProductPage,
}

const pathReaders: PathReaders = {
  // Its words are free: invented words must not make more pages.
  '/products/:productId': ({ productId = '' }) => ({ productId: productIdIn(productId) }),
}

/** The pages that are the same for everybody. They never contain data of an account. */
const sharedPatterns = ['/', '/products', '/products/:productId']

/** The API, the pictures, and the pages of the payment sandbox. */
const serverSegments = ['api', 'media', 'snap', 'bca', '_sandbox', 'v2']

/** Import the libraries of the pages. Set NODE_ENV before this call: React chooses its build by that variable. */
const loadPageLibraries = () => import('./platform/pages/pages.ts')

/** Import all modules that `openPages` needs. The pages are built before. Set NODE_ENV before this call. */
async function loadPages() {
  const [{ builtPages }, build] = await Promise.all([loadPageLibraries(), loadWebBuild<Shop>()])
  return { builtPages, build }
}

/**
 * Build the pages if necessary, and load them. Set NODE_ENV before this call.
 * @returns the folders with the hashed files of this build and of former ones, and the reason if there are no former ones
 */
export async function preparePages(
  { dataDir }: { dataDir: string },
  print: (line: string) => void,
): Promise<{ assetFolders: readonly string[]; notKept?: string }> {
  await Promise.all([ensureWebBuild(print), loadPageLibraries()])
  const kept = path.join(dataDir, 'assets')
  const [prepared] = await Promise.all([
    keepAssets({ build: assetsFolder, kept }, new Date()).then(
      (assetFolders) => ({ assetFolders }),
      ({ message }: Error) => ({
        assetFolders: [assetsFolder],
        notKept: `Files of the pages are not kept for after an upgrade: ${message}`,
      }),
    ),
    loadPages(),
  ])
  return prepared
}

export interface PageSource {
  /** The shop, read for the loaders of one page. */
  shopFor: (tags: Set<string>) => Shop
  ready: ReadyAnswers
  /** The header Cache-Control of shared pages. Undefined: every cache asks each time. */
  sharedCacheControl?: string | undefined
}

/** Set NODE_ENV before this call, as for `loadPages`. */
export async function openPages(
  { shopFor, ready, sharedCacheControl: cacheControl }: PageSource,
  { development, assetFolders = [assetsFolder] }: { development: boolean; assetFolders?: readonly string[] },
): Promise<Pages> {
  const { publicUrl } = shopFor(new Set()).info()
  if (development) {
    const { developmentPages } = await import('./platform/pages/development-pages.ts')
    return developmentPages({ contextFor: shopFor, publicUrl, serverSegments })
  }
  const { builtPages, build } = await loadPages()
  const trustedOrigins = () => {
    const { snapOrigin } = shopFor(new Set()).info()
    return snapOrigin === null ? [] : [snapOrigin]
  }
  return builtPages(build, {
    contextFor: shopFor,
    ready,
    shopName: () => shopFor(new Set()).info().name,
    ownStylesheet: () => shopFor(new Set()).info().look?.stylesheet ?? null,
    publicUrl,
    trustedOrigins,
    queryReaders,
    parameters: productPageParameters,
    pathReaders,
    shared: cacheControl === undefined ? undefined : { cacheControl, patterns: sharedPatterns },
    assetFolders,
  })
}
