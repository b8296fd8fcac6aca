/** The HTTP server, with the routes of all rooms. */
import type { AlarmName } from '@camilan/contract/settings-values'
import type { Shop, ShopInfo } from '@camilan/contract/shop'
import type { FastifyInstance, FastifyPluginAsync, FastifyServerOptions } from 'fastify'
import { makeGuards } from './accounts/guards.ts'
import { presentUsers } from './accounts/present.ts'
import { accountRoutes } from './accounts/routes.ts'
import { describeApi } from './api-docs.ts'
import { auditRoutes } from './audit/routes.ts'
import { isBackupElsewhere } from './backup/is-elsewhere.ts'
import { presentCart } from './cart/present.ts'
import { cartRoutes } from './cart/routes.ts'
import { adminCatalogRoutes } from './catalog/admin-routes.ts'
import { catalogTopic, membershipTopic, pathsChangedBy, soldMostTag, touchedBy } from './catalog/catalog-change.ts'
import { keptTotals } from './catalog/kept-totals.ts'
import { presentProducts } from './catalog/present.ts'
import { productReader, taggedReader } from './catalog/read-products.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { sitemapRoutes } from './catalog/sitemap-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Config } from './config.ts'
import { type MailServer, openMailServer } from './mail/mail-server.ts'
import { fullSetTopic } from './media/full-sets.ts'
import { type ImageUrl, imageUrlUnder } from './media/image-url.ts'
import type { Media } from './media/open-media.ts'
import { mediaRoutes } from './media/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { notificationStreamRoutes } from './notifications/stream-routes.ts'
import { openingRoutes } from './opening/routes.ts'
import { openShopOpening } from './opening/shop-opening.ts'
import { orderExportRoutes } from './orders/export-routes.ts'
import { presentOrders } from './orders/present.ts'
import { orderRoutes } from './orders/routes.ts'
import type { PageSource } from './pages.ts'
import type { GatewayAccess } from './payment-keys/gateway-access.ts'
import { type KeySets, openKeySets } from './payment-keys/key-sets.ts'
import { keyRoutes } from './payment-keys/routes.ts'
import { adminPaymentRoutes } from './payments/admin-routes.ts'
import { alertClock, clockIsRightAgain } from './payments/alert-clock.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { openGateways } from './payments/gateways.ts'
import { notificationRoute } from './payments/notification-route.ts'
import { observedGateway } from './payments/observed-gateway.ts'
import { openPaymentSignals } from './payments/payment-signals.ts'
import { gatewayUnlessQuiet } from './payments/quiet-gateway.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { openCachePurger } from './platform/answers/purge-caches.ts'
import { ReadyAnswers } from './platform/answers/ready-answers.ts'
import { type Clock, minutes } from './platform/clock.ts'
import { createClockWatch, type OutsideClock } from './platform/clock-watch.ts'
import { type Db, withFewConnections } from './platform/db/db.ts'
import { countMigrations } from './platform/db/migrate.ts'
import type { Broadcast } from './platform/events/broadcast.ts'
import { keptByAll } from './platform/events/kept-by-all.ts'
import { addHealthRoutes } from './platform/http/health-routes.ts'
import { addApi, openServer } from './platform/http/open-server.ts'
import { requestIds } from './platform/http/request-id.ts'
import type { Metrics, MetricsOptions, PoolNumbers } from './platform/metrics/metrics.ts'
import { addMetricsRoute } from './platform/metrics/metrics-route.ts'
import type { Pages } from './platform/pages/pages.ts'
import type { Quiet } from './platform/quiet.ts'
import { readRelease } from './platform/release.ts'
import type { Sealer } from './platform/sealed.ts'
import { orUnavailable } from './platform/temporary-failure.ts'
import { productsSoldMost } from './reports/products-sold-most.ts'
import { reportRoutes } from './reports/routes.ts'
import { takesLongBodies, turnOf } from './request-limits.ts'
import { mailServerRoutes } from './settings/mail-server-routes.ts'
import { presentShop } from './settings/present.ts'
import { settingsRoutes } from './settings/routes.ts'
import { senderOf } from './settings/sender.ts'
import { openSettings, type Settings } from './settings/settings.ts'
import type { SetupDeps } from './setup/deps.ts'
import { setupRoutes } from './setup/routes.ts'
import { siteFiles } from './site-files.ts'
import type { WatchDeps } from './watch/deps.ts'
import { readDisks } from './watch/disks.ts'
import type { ShopMetrics } from './watch/shop-metrics.ts'

/** How long it is taken as known which products sold most. */
const soldMostMs = minutes(5)

export interface AppDeps {
  config: Config
  db: Db
  /** How the gateway is reached. */
  gatewayAccess: GatewayAccess
  /** Encrypts what administrators give in the browser. */
  sealer: Sealer
  clock: Clock
  /** Clocks of other machines, with which `clock` is compared. None where `clock` is not that of this machine. */
  outsideClocks?: (gatewayUrl: () => string | undefined) => readonly OutsideClock[]
  media: Media
  /** The connections to PostgreSQL, for the metrics. */
  pool?: PoolNumbers
  /** Opened with the same `db`, so that this process receives its own events without delay. */
  broadcast: Broadcast
  quiet: Quiet
  /** Whether the disk with the data of this server has room for more. */
  hasFreeSpace?: () => Promise<boolean>
  /** The pages for this shop; without them the app is the API alone. */
  pages?: (source: PageSource) => Promise<Pages>
  /** The pages of the local payment sandbox. */
  sandboxRoutes?: FastifyPluginAsync
  logger?: FastifyServerOptions['logger']
  /** Whether each answer of the API is compared with its schema; by default it is. See `answerSerializer`. */
  checkAnswers?: boolean
}

export interface App {
  server: FastifyInstance
  /** The dependencies of the payments room, for the jobs. */
  payments: PaymentDeps
  /** What the job that looks for trouble needs. */
  watch: WatchDeps
  /** Undefined where the configuration asks for none. */
  metrics: Metrics | undefined
  settings: Settings
  keySets: KeySets
  mailServer: MailServer
}

/** The library of the metrics is loaded only where somebody reads them: it would lengthen each start. */
async function loadMetrics(options: MetricsOptions): Promise<ShopMetrics> {
  const { openShopMetrics } = await import('./watch/shop-metrics.ts')
  return openShopMetrics(options)
}

export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, clock, media, broadcast, quiet } = deps
  const newRequestId = requestIds(config.trustProxy)
  const ready = new ReadyAnswers({ newId: newRequestId })
  const isMeasured = config.metrics.port !== undefined || config.metrics.token !== undefined
  const measured = isMeasured ? await loadMetrics({ release: readRelease(), ready, pool: deps.pool }) : undefined
  const metrics = measured?.metrics
  const counters = measured?.payments
  const { sealer, gatewayAccess } = deps
  const keySets = await openKeySets({ db, broadcast, clock, sealer, own: config.payments.keys })
  const gateways = openGateways(keySets, gatewayAccess, (gateway) =>
    gatewayUnlessQuiet(counters ? observedGateway(gateway, counters.gatewayCall) : gateway, quiet.isOn),
  )
  const { publicUrl } = config
  const settings = await openSettings({ db, broadcast, base: config.settings })
  const opening = await openShopOpening({ db, clock, broadcast, settings })
  const { dataDir, mail } = config
  const shopName = () => settings.current().shop_name
  const mailServer = await openMailServer({ db, broadcast, sealer, config: mail, dataDir, shopName })
  const guards = makeGuards({ db, clock })
  broadcast.subscribe(fullSetTopic, media.fullSets)
  await media.fullSets.load()
  const imageUrl = imageUrlUnder(publicUrl, media.fullSets.has)
  const products = presentProducts(imageUrl)
  const totals = keptTotals()
  broadcast.subscribe(membershipTopic, { onEvent: totals.clear, onDisconnect: totals.clear })
  const showSoldMost = () => ready.expire([soldMostTag], 0)
  const soldMost = keptByAll({ ms: soldMostMs, db, broadcast, topic: 'sold-most', onChange: showSoldMost }, () =>
    productsSoldMost(db, clock()),
  )
  // Strangers can make up any number of searches: buyers never wait for the last connection.
  const readsDb = withFewConnections(db, Math.max(1, Math.floor(config.databaseConnections / 2)))
  const reader = productReader(readsDb, products, { totals, soldMost })
  const forgetSitemaps = () => ready.sitemaps.clear()
  broadcast.subscribe(membershipTopic, { onEvent: forgetSitemaps, onDisconnect: forgetSitemaps })
  broadcast.subscribe(catalogTopic, {
    onEvent({ data }) {
      const touched = touchedBy(data)
      if (touched) ready.expire(touched.tags, touched.graceMs)
      else ready.clear()
    },
    onDisconnect: () => ready.eventsMissed(),
    onCaughtUp: (untilMs) => ready.caughtUp(untilMs),
  })
  const shopFor = (tags: Set<string>): Shop => {
    const { products, productById, similarTo, suggestions } = taggedReader(reader, tags)
    return {
      info: () => ({ ...shopInfo({ config, settings, keySets }, imageUrl), opening: opening.current() }),
      products: (query) => orUnavailable(products(query)),
      productById: (id) => orUnavailable(productById(id)),
      similarTo: (product) => orUnavailable(similarTo(product)),
      suggestions: (query) => orUnavailable(suggestions(query)),
    }
  }
  const pages = await deps.pages?.({ shopFor, ready, sharedCacheControl: sharedCacheControl(config.cache) })
  // The name, the fees and the contacts are on every page; the API's lists of products show none of them.
  const forgetPages = () => {
    ready.pages.clear()
    ready.searches.clear()
    pages?.forget()
  }
  // The gateway's script and its origin, which the policy of each page allows, are those of the present keys.
  const onEveryPage = [settings, opening, keySets]
  for (const source of onEveryPage) source.onChange(forgetPages)

  const server = openServer({
    ready,
    newId: newRequestId,
    trustProxy: config.trustProxy,
    turnOf,
    hsts: config.production && { includeSubDomains: config.hstsSubdomains },
    logger: deps.logger,
    accessLog: config.accessLog,
    onRequest: metrics?.requests.add,
    // Otherwise requests whose picture is being decoded would keep the server from closing.
    endWork: () => media.close(),
  })
  server.addHook('onClose', async () => {
    for (const source of [...onEveryPage, mailServer]) source.close()
  })
  const { purgeUrls, purgeToken } = config.cache
  if (purgeUrls.length > 0) {
    const purger = openCachePurger({ urls: purgeUrls, token: purgeToken, log: server.log })
    broadcast.subscribe(catalogTopic, {
      onEvent: ({ data }, isOwn) => isOwn && purger.tell(pathsChangedBy(data)),
      onDisconnect() {}, // an event of this process is never lost, and the others tell of theirs
    })
    // Each process tells: twice does no harm.
    for (const source of onEveryPage) source.onChange(() => purger.tell(undefined))
    server.addHook('onClose', () => purger.close())
  }
  const sender = senderOf(settings, publicUrl)
  const alarms = { db, clock, sender, log: server.log, isWanted: (name: AlarmName) => settings.current().alerts[name] }
  const clockWatch = createClockWatch({
    clock,
    // The local sandbox has this machine's clock.
    outside:
      deps.outsideClocks?.(() => {
        const environment = keySets.current()?.environment
        return environment === undefined || environment === 'local'
          ? undefined
          : gatewayAccess.origins[environment]?.apiUrl
      }) ?? [],
    onWrong: (difference) => alertClock(alarms, difference),
    onRight: () => clockIsRightAgain(alarms),
  })
  const signals = openPaymentSignals(alarms)
  server.addHook('onClose', () => signals.close())
  const notificationUrl = `${publicUrl}/api/payments/notification`
  const { backup } = config
  const watch: WatchDeps = {
    ...alarms,
    clockWatch,
    signals,
    backup,
    disks: () => readDisks({ data: config.dataDir, backup: backup.folder }),
    store: media.store,
    notificationUrl,
  }
  measured?.addShop({ ...watch, isQuiet: quiet.isOn })
  const payments: PaymentDeps = {
    ...alarms,
    gateways,
    clockWatch,
    watch: {
      webhook(outcome) {
        counters?.webhook(outcome)
        if (outcome === 'forged') signals.count('forged')
      },
      paid(by) {
        counters?.paid(by)
        signals.count(`paid-by-${by}`)
      },
    },
    urls: {
      notification: notificationUrl,
      finish: (orderId) => `${publicUrl}/my-order/order/${orderId}`,
    },
    shippingCost: () => settings.current().shipping_cost,
  }

  addHealthRoutes(server, { db, hasFreeSpace: deps.hasFreeSpace, migrations: await countMigrations() })
  if (metrics && config.metrics.token !== undefined) addMetricsRoute(server, metrics, config.metrics.token)

  const apiOptions = { checkAnswers: deps.checkAnswers, corsOrigins: config.corsOrigins, takesLongBodies }
  await addApi(server, apiOptions, async (api) => {
    await describeApi(api, () => settings.current().shop_name)
    const { limits, demoData: demoLogin } = config
    const presentOrder = presentOrders(imageUrl)
    await api.register(
      accountRoutes({
        db,
        clock,
        guards,
        media,
        limits,
        demoLogin,
        sender,
        publicUrl,
        present: presentUsers(imageUrl, quiet),
      }),
    )
    await api.register(auditRoutes({ db, guards }))
    await api.register(settingsRoutes({ db, clock, guards, media, settings, imageUrl }))
    await api.register(
      mailServerRoutes({ db, clock, guards, quiet, settings, mailServer, sealer, limits, log: server.log }),
    )
    await api.register(notificationRoutes({ db, guards }))
    await api.register(notificationStreamRoutes({ db, clock, guards, broadcast }))
    await api.register(catalogRoutes({ reader, ready }))
    await api.register(adminCatalogRoutes({ db, clock, guards, media, present: products, totals }))
    await api.register(cartRoutes({ db, clock, guards, present: presentCart(imageUrl) }))
    await api.register(orderRoutes({ db, clock, guards, present: presentOrder }))
    await api.register(orderExportRoutes({ db, clock, guards, publicUrl }))
    await api.register(openingRoutes({ db, clock, guards, settings, imageUrl, opening }))
    await api.register(checkoutRoutes({ payments, guards, quiet, settings }))
    await api.register(paymentRoutes({ payments, guards, present: presentOrder }))
    await api.register(adminPaymentRoutes({ payments, guards, present: presentOrder }))
    await api.register(notificationRoute({ payments, quiet, keySets }))
    await api.register(
      keyRoutes({ ...alarms, guards, keySets, sealer, access: gatewayAccess, limits, notificationUrl }),
    )
    await api.register(refundRoutes({ db, clock, guards }))
    await api.register(setupRoutes({ db, clock, guards, settings, ...setupOf(config, { keySets, mailServer }) }))
    await api.register(reportRoutes({ db, clock, guards }))
  })
  await server.register(mediaRoutes(media.store))
  await server.register(siteFiles({ settings, publicUrl, ready }))
  await server.register(sitemapRoutes({ db, publicUrl, ready }))
  if (deps.sandboxRoutes) await server.register(deps.sandboxRoutes)
  await pages?.register(server)
  return { server, payments, watch, metrics, settings, keySets, mailServer }
}

/** Caches in front may keep an answer, and browsers ask each time. */
function sharedCacheControl({ seconds, staleSeconds }: Config['cache']): string | undefined {
  if (seconds === 0) return undefined
  const stale = staleSeconds === 0 ? [] : [`stale-while-revalidate=${staleSeconds}`]
  return ['public', 'max-age=0', `s-maxage=${seconds}`, ...stale].join(', ')
}

function setupOf(
  { production, demoData, dataDir, databaseUrl, backup }: Config,
  { keySets, mailServer }: { keySets: KeySets; mailServer: MailServer },
): Omit<SetupDeps, 'db' | 'settings'> {
  return {
    production,
    demoData,
    paymentMode() {
      const { environment } = keySets.current() ?? {}
      return environment === 'local' ? 'simulation' : (environment ?? 'none')
    },
    mailServer,
    backup: {
      everyHours: backup.everyHours,
      isElsewhere: () => isBackupElsewhere(backup.folder, { dataDir, databaseUrl }),
    },
  }
}

function shopInfo(
  { config, settings, keySets }: { config: Config; settings: Settings; keySets: KeySets },
  imageUrl: ImageUrl,
): Omit<ShopInfo, 'opening'> {
  const { publicUrl, payments } = config
  const keys = keySets.current()
  const isSandbox = keys?.environment === 'local'
  return {
    ...presentShop(settings, imageUrl),
    publicUrl,
    clientKey: keys?.clientKey ?? null,
    snapOrigin: keys ? (keys.environment === 'local' ? publicUrl : payments.origins[keys.environment].snapUrl) : null,
    sandbox: isSandbox,
  }
}
