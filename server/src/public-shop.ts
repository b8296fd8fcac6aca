/** The shop that loaders of pages read, and the changes after which a kept page is made again. */
import type { Shop, ShopInfo } from '@camilan/contract/shop'
import type { FastifyBaseLogger } from 'fastify'
import type { ShopOpening } from './checkout/opening/shop-opening.ts'
import type { Config } from './config.ts'
import type { MailServer } from './mail/transports/mail-server.ts'
import type { ImageUrl } from './media/files/image-url.ts'
import type { PageSource } from './pages.ts'
import type { KeySets } from './payments/keys/key-sets.ts'
import type { Tags } from './platform/answers/answer-store.ts'
import { type CachePurger, openCachePurger } from './platform/answers/purge-caches.ts'
import type { ReadyAnswers } from './platform/answers/ready-answers.ts'
import type { Broadcast } from './platform/events/broadcast.ts'
import type { Pages } from './platform/pages/pages.ts'
import { orUnavailable } from './platform/temporary-failure.ts'
import { catalogTopic, pathsChangedBy } from './products/catalog-change.ts'
import { type ProductReader, taggedReader } from './products/read/read-products.ts'
import { presentSeason, presentShop } from './settings/present.ts'
import type { Settings } from './settings/settings.ts'

interface PublicShopDeps {
  config: Config
  settings: Settings
  opening: ShopOpening
  keySets: KeySets
  mailServer: Pick<MailServer, 'source' | 'onChange'>
  catalog: { reader: ProductReader }
  imageUrl: ImageUrl
  ready: ReadyAnswers
  broadcast: Broadcast
  log: FastifyBaseLogger
}

/** @param open  undefined if the shop has no pages */
export async function openPublicShop(
  deps: PublicShopDeps,
  open: ((source: PageSource) => Promise<Pages>) | undefined,
): Promise<{ pages: Pages | undefined; close(): Promise<void> | undefined }> {
  const { config, ready } = deps
  const shopFor = (tags: Tags) => shopOf(deps, tags)
  const pages = await open?.({ shopFor, ready, sharedCacheControl: sharedCacheControl(config.cache) })
  const purger = openPurger(deps)
  function forgetPages() {
    if (pages) pages.forget()
    else ready.clear()
    purger?.tell(undefined) // each process tells the cache; a second message does no harm
  }
  // The name, the fees and the contacts are on every page, but not in the API's lists of products. The policy of each page
  // allows the gateway's script and origin, which belong to the present keys.
  for (const source of [deps.settings, deps.opening, deps.keySets]) {
    source.onChange(forgetPages)
  }
  let hadMail = sendsMail(deps)
  deps.mailServer.onChange(() => {
    if (sendsMail(deps) === hadMail) return
    hadMail = !hadMail
    forgetPages()
  })
  return { pages, close: () => purger?.close() }
}

function shopOf(deps: PublicShopDeps, tags: Tags): Shop {
  const { products, home, productById, similarTo, suggestions } = taggedReader(deps.catalog.reader, tags)
  return {
    info: () => shopInfo(deps),
    products: (query) => orUnavailable(products({ view: 'shop', sortBy: 'place', ...query })),
    home: () => orUnavailable(home()),
    productById: (id) => orUnavailable(productById(id)),
    similarTo: (product) => orUnavailable(similarTo(product)),
    suggestions: (query) => orUnavailable(suggestions(query)),
  }
}

const sendsMail = ({ mailServer }: Pick<PublicShopDeps, 'mailServer'>) => mailServer.source() !== 'folder'

function shopInfo({ config, settings, opening, keySets, imageUrl, mailServer }: PublicShopDeps): ShopInfo {
  const { publicUrl, payments } = config
  const keys = keySets.current()
  const isSandbox = keys?.environment === 'local'
  return {
    ...presentShop(settings, imageUrl),
    opening: opening.current(),
    season: presentSeason(opening.season(), settings.current(), imageUrl),
    sendsMail: sendsMail({ mailServer }),
    publicUrl,
    clientKey: keys?.clientKey ?? null,
    snapOrigin: keys ? (keys.environment === 'local' ? publicUrl : payments.origins[keys.environment].snapUrl) : null,
    sandbox: isSandbox,
    simulated: keys !== null && keys !== undefined && keys.environment !== 'production',
  }
}

/** Caches in front may keep an answer, and browsers ask each time. */
function sharedCacheControl({ seconds, staleSeconds }: Config['cache']): string | undefined {
  if (seconds === 0) return undefined
  const stale = staleSeconds === 0 ? [] : [`stale-while-revalidate=${staleSeconds}`]
  return ['public', 'max-age=0', `s-maxage=${seconds}`, ...stale].join(', ')
}

function openPurger({ config, broadcast, log }: PublicShopDeps): CachePurger | undefined {
  const { purgeUrls: urls, purgeToken: token } = config.cache
  if (urls.length === 0) return undefined
  const purger = openCachePurger({ urls, token, log })
  broadcast.subscribe(catalogTopic, {
    onEvent: ({ data }, isOwn) => isOwn && purger.tell(pathsChangedBy(data)),
    onDisconnect() {}, // an event of this process is never lost, and the other processes tell the cache themselves
  })
  return purger
}
