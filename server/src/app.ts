/** The HTTP server, with the routes of all rooms. */
import type { FastifyPluginAsync, FastifyServerOptions } from 'fastify'
import { describeApi } from './api-docs.ts'
import type { Config } from './config.ts'
import type { Media } from './media/open-media.ts'
import type { PageSource } from './pages.ts'
import type { GatewayAccess } from './payments/keys/gateway-access.ts'
import { logRefusedAccess } from './people/login/log-access.ts'
import { leaveOutForStaff } from './people/users/leave-out-for-staff.ts'
import { ReadyAnswers } from './platform/answers/ready-answers.ts'
import type { Clock } from './platform/clock.ts'
import type { OutsideClock } from './platform/clock-watch.ts'
import type { DatabaseConnection, Db } from './platform/db/db.ts'
import { lastMigration } from './platform/db/migrations/migrate.ts'
import type { Broadcast } from './platform/events/broadcast.ts'
import { requestIds } from './platform/http/gate/request-id.ts'
import { addHealthRoutes } from './platform/http/health-routes.ts'
import { addApi, openServer } from './platform/http/open-server.ts'
import type { PoolNumbers } from './platform/metrics/metrics.ts'
import { addMetricsRoute } from './platform/metrics/metrics-route.ts'
import type { Pages } from './platform/pages/pages.ts'
import type { Quiet } from './platform/quiet.ts'
import { readRelease } from './platform/release.ts'
import type { Sealer } from './platform/sealed.ts'
import { openPublicShop } from './public-shop.ts'
import { takesLongBodies, turnOf } from './request-limits.ts'
import { openRooms } from './rooms.ts'
import { siteFiles } from './site-files.ts'

export interface AppDeps {
  config: Config
  db: Db
  /** For work that needs a session of its own, such as a backup. */
  connection: DatabaseConnection
  /** How the gateway is reached. */
  gatewayAccess: GatewayAccess
  /** Encrypts the secrets that administrators enter. */
  sealer: Sealer
  clock: Clock
  /** Clocks of other machines, with which `clock` is compared. Empty if `clock` is not the clock of this machine. */
  outsideClocks?: (gatewayUrl: () => string | undefined) => readonly OutsideClock[]
  media: Media
  /** The connections to PostgreSQL, for the metrics. */
  pool?: PoolNumbers
  /** It uses the same `db`, so that this process receives its own events without delay. */
  broadcast: Broadcast
  quiet: Quiet
  /** Whether the disk with the data of this server has enough free space. */
  hasFreeSpace?: () => Promise<boolean>
  /** The pages for this shop. Without them the app serves only the API. */
  pages?: (source: PageSource) => Promise<Pages>
  /** The pages of the local payment sandbox. */
  sandboxRoutes?: FastifyPluginAsync
  logger?: FastifyServerOptions['logger']
  /** Whether each answer of the API is compared with its schema. The default is true. See `answerSerializer`. */
  checkAnswers?: boolean
}

export async function buildApp(deps: AppDeps) {
  const { config, db, media, quiet } = deps
  const newId = requestIds(config.trustProxy)
  const ready = new ReadyAnswers({ newId, clock: deps.clock })
  const measured = await loadMetrics(deps, ready)
  const metrics = measured?.metrics
  const server = openServer({
    ready,
    newId,
    trustProxy: config.trustProxy,
    turnOf,
    hsts: config.production && { includeSubDomains: config.hstsSubdomains },
    logger: deps.logger,
    accessLog: config.accessLog,
    onRequest: metrics?.requests.add,
    // Otherwise requests that wait for their picture would delay the close of the server.
    endWork: () => media.close(),
  })
  const { log } = server
  const shop = await openRooms({ ...deps, ready, log, counters: measured?.payments })
  const { rooms, settings } = shop
  const { pages, close } = await openPublicShop({ ...deps, ...shop, ready, log }, deps.pages)
  measured?.addShop({ ...shop.watch, isQuiet: quiet.isOn })
  server.addHook('onClose', async () => {
    for (const opened of [{ close }, ...rooms]) await opened.close?.()
  })

  addHealthRoutes(server, { db, hasFreeSpace: deps.hasFreeSpace, lastMigration: await lastMigration() })
  if (metrics && config.metrics.token !== undefined) addMetricsRoute(server, metrics, config.metrics.token)
  const apiOptions = { checkAnswers: deps.checkAnswers, corsOrigins: config.corsOrigins, takesLongBodies }
  await addApi(server, apiOptions, async (api) => {
    api.addHook('preSerialization', leaveOutForStaff)
    api.addHook('onError', logRefusedAccess)
    await describeApi(api, () => settings.current().shop_name)
    for (const routes of rooms.flatMap((room) => room.api ?? [])) await api.register(routes)
  })
  for (const routes of rooms.flatMap((room) => room.site ?? [])) await server.register(routes)
  await server.register(siteFiles({ settings, publicUrl: config.publicUrl, ready }))
  if (deps.sandboxRoutes) await server.register(deps.sandboxRoutes)
  await pages?.register(server)
  return { ...shop, server, metrics }
}

/** The library of the metrics is loaded only if somebody may read them, because it makes each start longer. */
async function loadMetrics({ config, pool }: AppDeps, ready: ReadyAnswers) {
  const { port, token } = config.metrics
  if (port === undefined && token === undefined) return undefined
  const { openShopMetrics } = await import('./office/watch/shop-metrics.ts')
  return openShopMetrics({ release: readRelease(), ready, pool })
}
