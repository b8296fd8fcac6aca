/** The HTTP server, with the routes of all rooms. */
import { errorStatuses } from '@camilan/contract/errors'
import type { Shop } from '@camilan/contract/shop'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { makeGuards } from './accounts/guards.ts'
import { presentUsers } from './accounts/present.ts'
import { accountRoutes } from './accounts/routes.ts'
import { describeApi } from './api-docs.ts'
import { auditRoutes } from './audit/routes.ts'
import { appVersion } from './backup/manifest.ts'
import { presentCart } from './cart/present.ts'
import { cartRoutes } from './cart/routes.ts'
import { adminCatalogRoutes } from './catalog/admin-routes.ts'
import { catalogTopic, membershipTopic, soldMostTag, touchedBy } from './catalog/catalog-change.ts'
import { keptTotals } from './catalog/kept-totals.ts'
import { presentProducts } from './catalog/present.ts'
import { productReader, taggedReader } from './catalog/read-products.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { sitemapRoutes } from './catalog/sitemap-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Config } from './config.ts'
import { fullSetTopic } from './media/full-sets.ts'
import { imageUrlUnder } from './media/image-url.ts'
import type { Media } from './media/open-media.ts'
import { mediaRoutes } from './media/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { notificationStreamRoutes } from './notifications/stream-routes.ts'
import { orderExportRoutes } from './orders/export-routes.ts'
import { presentOrders } from './orders/present.ts'
import { orderRoutes } from './orders/routes.ts'
import type { PageSource } from './pages.ts'
import { adminPaymentRoutes } from './payments/admin-routes.ts'
import { alertClock, clockIsRightAgain } from './payments/alert-clock.ts'
import type { PaymentDeps } from './payments/deps.ts'
import type { Gateway } from './payments/gateway.ts'
import { notificationRoute } from './payments/notification-route.ts'
import { observedGateway } from './payments/observed-gateway.ts'
import { openPaymentSignals } from './payments/payment-signals.ts'
import { gatewayUnlessQuiet } from './payments/quiet-gateway.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { type Clock, minutes } from './platform/clock.ts'
import { createClockWatch, type OutsideClock } from './platform/clock-watch.ts'
import type { Db } from './platform/db/db.ts'
import { countMigrations } from './platform/db/migrate.ts'
import { ShopError } from './platform/errors.ts'
import type { Broadcast } from './platform/events/broadcast.ts'
import { keptByAll } from './platform/events/kept-by-all.ts'
import { addHealthRoutes } from './platform/http/health-routes.ts'
import { configureJsonApi, refusalFrom, sendFailure } from './platform/http/json-api.ts'
import { multipartOptions } from './platform/http/multipart.ts'
import { observeRequests, type RequestObserver } from './platform/http/observe-requests.ts'
import { ReadyAnswers } from './platform/http/ready-answers.ts'
import { refuseWhileClosing } from './platform/http/refuse-while-closing.ts'
import { requestIdHeader, requestIds } from './platform/http/request-id.ts'
import { addStandardHeaders, standardHeaders } from './platform/http/standard-headers.ts'
import { warnOfUnknownProxy } from './platform/http/unknown-proxy.ts'
import { unreadableRequests } from './platform/http/unreadable-requests.ts'
import { closeUnusedConnections } from './platform/http/unused-connections.ts'
import { type Metrics, openMetrics, type PoolNumbers } from './platform/metrics/metrics.ts'
import { addMetricsRoute } from './platform/metrics/metrics-route.ts'
import type { Pages } from './platform/pages/pages.ts'
import type { Quiet } from './platform/quiet.ts'
import { orUnavailable } from './platform/temporary-failure.ts'
import { productsSoldMost } from './reports/products-sold-most.ts'
import { reportRoutes } from './reports/routes.ts'
import { siteFiles } from './site-files.ts'
import type { WatchDeps } from './watch/deps.ts'
import { readDisks } from './watch/disks.ts'
import { registerPaymentMetrics, registerShopMetrics } from './watch/shop-metrics.ts'

/** How long a browser may keep the answer to a preflight. No browser keeps one longer than a day, Chrome two hours. */
const preflightSeconds = 7200
/** How long it is taken as known which products sold most. */
const soldMostMs = minutes(5)

/**
 * What a connection may take. A slow sender holds nothing but its connection; 5 MB of picture arrive in a minute from
 * every phone that can show the shop. Headers are sent at once by all of them.
 */
const timeouts = {
  headersMs: 20_000,
  requestMs: 60_000,
  /** Without a byte in either direction. Longer than every pause in which the server itself works on a request. */
  idleMs: 120_000,
  checkedEveryMs: 5_000,
}

export interface AppDeps {
  config: Config
  db: Db
  gateway: Gateway
  clock: Clock
  /** Clocks of other machines, with which `clock` is compared. None where `clock` is not that of this machine. */
  outsideClocks?: readonly OutsideClock[]
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
}

export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, clock, media, broadcast, quiet } = deps
  const newRequestId = requestIds(config.trustProxy)
  const ready = new ReadyAnswers({ newId: newRequestId })
  const isMeasured = config.metrics.port !== undefined || config.metrics.token !== undefined
  const metrics = isMeasured ? openMetrics({ release: appVersion, ready, pool: deps.pool }) : undefined
  const counters = metrics && registerPaymentMetrics(metrics)
  const gateway = gatewayUnlessQuiet(
    counters ? observedGateway(deps.gateway, counters.gatewayCall) : deps.gateway,
    quiet.isOn,
  )
  const { publicUrl, shopName } = config
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
  const reader = productReader(db, products, { totals, soldMost })
  const forgetSitemaps = () => ready.sitemaps.clear()
  broadcast.subscribe(membershipTopic, { onEvent: forgetSitemaps, onDisconnect: forgetSitemaps })
  broadcast.subscribe(catalogTopic, {
    onEvent({ data }) {
      const touched = touchedBy(data)
      if (touched) ready.expire(touched.tags, touched.graceMs)
      else ready.clear()
    },
    onDisconnect: () => ready.clear(),
  })
  const shopFor = (tags: Set<string>): Shop => {
    const { products, productById, similarTo, suggestions } = taggedReader(reader, tags)
    return {
      info: () => shopInfo(config),
      products: (query) => orUnavailable(products(query)),
      productById: (id) => orUnavailable(productById(id)),
      similarTo: (product) => orUnavailable(similarTo(product)),
      suggestions: (query) => orUnavailable(suggestions(query)),
    }
  }
  const pages = await deps.pages?.({ shopFor, ready })

  const unreadable = unreadableRequests()
  const headers = standardHeaders({ hsts: config.production })
  const server = Fastify({
    logger: deps.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: newRequestId,
    bodyLimit: 1_048_576,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    clientErrorHandler: unreadable.clientErrorHandler,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkedEveryMs },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // A URL that can't be decoded matches no route, so no scope's error handler is called.
    frameworkErrors: (_error, request, reply) =>
      sendFailure(new ShopError('NOT_FOUND'), reply.headers(headers).header(requestIdHeader, request.id)),
  })
  const sender = { shopName, publicUrl }
  const alarms = { db, clock, sender, log: server.log }
  const clockWatch = createClockWatch({
    clock,
    outside: deps.outsideClocks ?? [],
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
    notificationUrl,
  }
  if (metrics) registerShopMetrics(metrics, { ...watch, isQuiet: quiet.isOn })
  const payments: PaymentDeps = {
    ...alarms,
    gateway,
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
    shippingCost: config.shippingCost,
  }

  unreadable.watch(server)
  closeUnusedConnections(server)
  addStandardHeaders(server, headers)
  warnOfUnknownProxy(server)
  server.decorateRequest('pagePattern', '')
  const observers = [
    ...(metrics ? [metrics.requests.add] : []),
    ...(config.accessLog ? [accessLog(server)] : []),
  ] satisfies RequestObserver[]
  if (observers.length > 0) {
    const onRequest: RequestObserver = (record) => {
      for (const observe of observers) observe(record)
    }
    observeRequests(server, ready, { bytes: config.accessLog, onRequest })
  }
  // Otherwise requests whose picture is being decoded would keep the server from closing.
  server.addHook('preClose', () => media.close())
  refuseWhileClosing(server)
  await server.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 5 })
  ready.open(server)
  server.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalFrom(error, request)
    return reply.status(errorStatuses[refusal.code]).type('text/plain; charset=utf-8').send(refusal.message)
  })

  addHealthRoutes(server, { db, hasFreeSpace: deps.hasFreeSpace, migrations: await countMigrations() })
  if (metrics && config.metrics.token !== undefined) addMetricsRoute(server, metrics, config.metrics.token)

  await server.register(
    async (api) => {
      configureJsonApi(api, deps)
      await api.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
      await api.register(multipart, multipartOptions)
      if (config.corsOrigins.length > 0) {
        await api.register(cors, {
          origin: config.corsOrigins,
          methods: ['GET', 'POST', 'PUT', 'DELETE'],
          allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
          exposedHeaders: ['retry-after'],
          maxAge: preflightSeconds,
        })
      }
      await describeApi(api, shopName)
      const { limits, demoData: demoLogin } = config
      const presentOrder = presentOrders(imageUrl)
      await api.register(
        accountRoutes({ db, clock, guards, media, limits, demoLogin, sender, present: presentUsers(imageUrl, quiet) }),
      )
      await api.register(auditRoutes({ db, guards }))
      await api.register(notificationRoutes({ db, guards }))
      await api.register(notificationStreamRoutes({ db, clock, guards, broadcast }))
      await api.register(catalogRoutes({ reader, ready }))
      await api.register(adminCatalogRoutes({ db, clock, guards, media, present: products, totals }))
      await api.register(cartRoutes({ db, clock, guards, present: presentCart(imageUrl) }))
      await api.register(orderRoutes({ db, clock, guards, present: presentOrder }))
      await api.register(orderExportRoutes({ db, clock, guards, publicUrl }))
      await api.register(checkoutRoutes({ payments, guards, quiet, terms: termsOf(config) }))
      await api.register(paymentRoutes({ payments, guards, present: presentOrder }))
      await api.register(adminPaymentRoutes({ payments, guards, present: presentOrder }))
      await api.register(notificationRoute({ payments, quiet, serverKey: config.payments.serverKey }))
      await api.register(refundRoutes({ db, clock, guards }))
      await api.register(reportRoutes({ db, clock, guards }))
    },
    { prefix: '/api' },
  )
  await server.register(mediaRoutes(media.store))
  await server.register(siteFiles({ shopName, publicUrl, ready }))
  await server.register(sitemapRoutes({ db, publicUrl, ready }))
  if (deps.sandboxRoutes) await server.register(deps.sandboxRoutes)
  await pages?.register(server)
  return { server, payments, watch, metrics }
}

/** A line for each request. It has nothing that a person typed or is known by: no query, no id of a thing, no IP address. */
function accessLog({ log }: FastifyInstance): RequestObserver {
  return ({ id, ms, ...request }) =>
    log.info({ reqId: id, ...request, ms: ms === undefined ? undefined : Math.round(ms * 10) / 10 }, 'request')
}

const termsOf = (config: Config) => ({
  otherCosts: config.shippingCost + config.serviceFee,
  expiryMinutes: config.payments.expiryMinutes,
  newBuyerLargeOrderMinutes: config.newBuyerLargeOrderMinutes,
  maxUnpaidOrders: config.maxUnpaidOrders,
  maxUnpaidEnded: config.maxUnpaidEnded,
})

function shopInfo({ shopName, publicUrl, shippingCost, serviceFee, payments }: Config) {
  return {
    name: shopName,
    publicUrl,
    shippingCost,
    serviceFee,
    clientKey: payments.clientKey,
    snapOrigin: payments.localSandbox ? publicUrl : payments.snapUrl,
    sandbox: payments.localSandbox,
  }
}
