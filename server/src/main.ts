/** Reads the configuration, opens the parts of the shop, listens, and closes the parts in the opposite order. */

import { mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, misspelledNames, readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { openMedia } from './media/open-media.ts'
import { noticeOtherStores } from './media/stores/notice-other-stores.ts'
import { checkStore } from './media/stores/open-store.ts'
import { migrateWithBackup } from './office/backup/migrate-with-backup.ts'
import { openQuiet } from './office/backup/quiet.ts'
import { openPages, preparePages } from './pages.ts'
import { gatewayClock } from './payments/clock-guard.ts'
import { ensureFirstAdmin } from './people/first-admin/first-admin.ts'
import { offerFirstAdminLink } from './people/first-admin/offer-first-admin-link.ts'
import { areSamplesRemoved, endDemoSessions, ensureDemoAccounts } from './people/login/demo-accounts.ts'
import { hasAdmin } from './people/users/queries.ts'
import { commandLine } from './platform/command-line.ts'
import { createPostgresLog } from './platform/db/connections/postgres-log.ts'
import { assertSessionsProtected } from './platform/db/connections/session-settings.ts'
import { databaseClock } from './platform/db/database-clock.ts'
import { type DatabaseConnection, openDb } from './platform/db/db.ts'
import { openBroadcast } from './platform/events/broadcast.ts'
import { hasFreeSpace } from './platform/free-space.ts'
import { FrontedServer } from './platform/http/gate/fronted-server.ts'
import type { ScheduledJob } from './platform/jobs/schedule-job.ts'
import { listenForMetrics } from './platform/metrics/metrics-route.ts'
import { openSealer } from './platform/sealed.ts'
import { ensureSearchIndexes } from './products/read/search-index.ts'
import { loadSamples } from './products/samples/load-samples.ts'
import { announce } from './start/announce.ts'
import { openLocalSandbox } from './start/local-sandbox.ts'
import { adviceFor, CannotListen, inOneLine } from './start/startup-errors.ts'
import { backupWarning, productionWarnings } from './start/startup-warnings.ts'

/** The most time that closing may take. After it the process ends in any case. */
const graceMs = 10_000
/** The part of this time for open calls of the payment gateway. */
const gatewayGraceMs = 5_000
/** The part of this time for requests, such as slow uploads. */
const drainMs = 7_000

const development = process.argv.includes('--dev')
const clock = () => new Date()
const print = (line: string) => console.log(line)
const warn = (sentence: string) => console.warn(`Warning: ${sentence}`)

/** The opened parts. They are closed in the opposite order. */
const closers: (() => Promise<unknown>)[] = []
let starting = true
let closing = false
const postgresLog = createPostgresLog()
const gatewayEnd = new AbortController()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // A signal to the process group arrives twice, because npm forwards its own: the second one must have no effect.
  process.on(signal, () => {
    if (starting && !closing) print('The shop was stopped while it started.')
    void closeAll(0)
  })
}

process.on('uncaughtException', (error) => {
  console.error(`The shop ends, because of an error that nothing caught: ${inOneLine(error)}`)
  process.exit(1)
})

try {
  misspelledNames(process.env).forEach(warn)
  await start(readConfig(process.env))
  starting = false
} catch (error) {
  // A start that fails after a signal has only met parts that are being closed.
  if (!closing) console.error(adviceFor(error) ?? error)
  await closeAll(1)
}

type Stores = Awaited<ReturnType<typeof openStores>>
type Content = Awaited<ReturnType<typeof ensureFirstContent>>
type Sandbox = Awaited<ReturnType<typeof openLocalSandbox>>
type Shop = Awaited<ReturnType<typeof openShop>>

async function start(config: Config): Promise<void> {
  // Set after the caller's environment was read. React chooses its build by this variable.
  if (!development) process.env.NODE_ENV = 'production'

  await mkdir(config.dataDir, { recursive: true }) // one refusal here, because several parts of the start need it
  // The pages are loaded while PostgreSQL starts.
  const [connection, pages] = await Promise.all([
    openConnection(config),
    development ? undefined : preparePages(config, print),
  ])
  const stores = await openStores(config, connection)
  const content = await ensureFirstContent(config, stores)
  const sandbox = config.payments.localSandbox
    ? await openLocalSandbox(config, connection, { closers, onLost })
    : undefined
  const shop = await openShop(config, stores, sandbox, pages?.assetFolders)
  await listen(config, stores, shop)
  const shopName = shop.settings.current().shop_name
  await announce(config, { ...shop, ...content, shopName, controlToken: sandbox?.controlToken }, { print, warn })
  flushCompileCache() // for the next start, also if this process is killed
  offerAdminLink(config, stores, content)
  if (pages?.notKept !== undefined) print(pages.notKept)
  const withoutBackup = content.quietMark ? undefined : await backupWarning(config) // a quiet shop makes no backups
  if (withoutBackup !== undefined) warn(withoutBackup)
  const sendsMail = shop.mailServer.source() !== 'folder'
  productionWarnings(config, { hasAdmin: !content.isWithoutAdmin, sendsMail }).forEach(warn)
}

/** For work that needs a session of its own. Requests and jobs may go through a pooler. */
async function openConnection({ databaseDirectUrl, dataDir }: Config): Promise<DatabaseConnection> {
  if (databaseDirectUrl !== undefined) return { connectionString: databaseDirectUrl }
  const postgres = await startEmbeddedPostgres({ dataDir, log: postgresLog.line })
  closers.push(() => postgres.stop())
  return postgres.connection
}

/** The migrated database with its events, the pictures, and whether the shop is quiet. */
async function openStores(config: Config, connection: DatabaseConnection) {
  await migrateWithBackup(connection, { ...config, log: print })
  // Searches find the same without it, so the start does not wait for it.
  void ensureSearchIndexes(connection).then((why) => {
    if (why !== undefined && !closing) print(`Searches read all products, as there is no index for them: ${why}`)
  })
  const forRequests = config.databaseUrl === undefined ? connection : { connectionString: config.databaseUrl }
  const { db, pool, close } = openDb(forRequests, {
    maxConnections: config.databaseConnections,
    isPooled: config.databasePooled,
  })
  closers.push(close)
  if (config.databaseUrl !== undefined) await assertSessionsProtected(db)
  const broadcast = openBroadcast(connection, { warn: print }, db)
  closers.push(() => broadcast.close())
  await broadcast.opened
  const media = await openMedia({ ...config, db, clock })
  closers.push(() => media.close())
  await checkStore(media.store, print)
  const quiet = await openQuiet(db, broadcast)
  closers.push(async () => quiet.close())
  const otherStores = noticeOtherStores({ db, store: media.store, warn: print, isPaused: quiet.isOn })
  closers.push(() => otherStores.close())
  return { connection, db, pool, broadcast, media, quiet }
}

/** A restored shop gets no demo data: while it is quiet it may be the copy of another one. */
async function ensureFirstContent(config: Config, { db, quiet }: Stores) {
  const quietMark = quiet.mark()
  if (!quietMark) await ensureFirstAdmin(db, config.firstAdmin, clock())
  const isDemo = config.demoData && !(await areSamplesRemoved(db))
  if (isDemo && !quietMark) {
    await ensureDemoAccounts(db, clock())
    await loadSamples({ db, clock, log: { info: print } })
  }
  const lockedDemoAccounts = config.demoData ? 0 : await endDemoSessions(db)
  return { quietMark, isDemo, lockedDemoAccounts, isWithoutAdmin: !isDemo && !(await hasAdmin(db)) }
}

async function openShop(config: Config, stores: Stores, sandbox?: Sandbox, assetFolders?: readonly string[]) {
  const { dataDir, databaseUrl, payments } = config
  // With the embedded database its key is in the data folder. A database elsewhere may serve several machines.
  const keyFile = databaseUrl === undefined ? path.join(dataDir, 'settings.key') : undefined
  const sealer = await openSealer({ key: config.settingsKey, keyFile })
  const shop = await buildApp({
    ...stores,
    config,
    sealer,
    gatewayAccess: {
      origins: { ...payments.origins, ...(sandbox && { local: sandbox.origins }) },
      allowHttp: payments.allowHttp,
      signal: gatewayEnd.signal,
    },
    clock,
    outsideClocks: (gatewayUrl) => [
      gatewayClock(gatewayUrl),
      ...(databaseUrl === undefined ? [] : [databaseClock(stores.db)]),
    ],
    hasFreeSpace: () => hasFreeSpace(dataDir),
    ...(sandbox && { sandboxRoutes: sandbox.browserRoutes }),
    pages: (source) => openPages(source, { development, ...(assetFolders && { assetFolders }) }),
    logger: { level: 'info' },
    checkAnswers: development,
  })
  return { ...shop, unusableKeyFile: sealer.problem() === 'key-file' ? keyFile : undefined }
}

async function listen(config: Config, { db, broadcast, quiet }: Stores, { server, rooms, metrics }: Shop) {
  const { log } = server
  postgresLog.writeTo(log)
  const metricsPort = config.metrics.port
  if (metrics && metricsPort !== undefined) {
    const listener = await listenForMetrics(metrics, metricsPort).catch((cause: unknown) => {
      throw new CannotListen({ host: '127.0.0.1', port: metricsPort, variable: 'METRICS_PORT' }, cause)
    })
    closers.push(() => listener.close())
  }
  // Closed in the opposite order: the server finishes its requests while the jobs still run.
  const jobs: ScheduledJob[] = []
  closers.push(() => Promise.all(jobs.map((job) => job.stop())))
  closers.push(() => drain(server))
  // With Node's default of 511 the system resets connections when a proxy opens many at once.
  const backlog = 4_096
  await server.listen({ host: config.host, port: config.port, backlog }).catch((cause: unknown) => {
    throw new CannotListen(config, cause)
  })
  jobs.push(...startJobs(rooms, { db, clock, log, broadcast, isPaused: quiet.isOn, onRun: metrics?.onJob }))
}

function offerAdminLink(
  { publicUrl, production }: Config,
  { db }: Stores,
  { isWithoutAdmin, quietMark }: Content,
): void {
  if (!isWithoutAdmin) return
  if (!quietMark) {
    const offer = offerFirstAdminLink({ db, clock, publicUrl, print })
    closers.push(() => offer.stop())
  } else if (!production) print(`  There is no administrator yet: ${commandLine('admin:create')} makes one.`)
}

/** Another process on the database has started its own payment sandbox. */
function onLost({ message }: Error): void {
  console.error(message)
  void closeAll(1)
}

async function drain(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), drainMs)
  if (!development && server.server instanceof FrontedServer) await server.server.stopAccepting()
  await server.close()
  clearTimeout(cut)
}

async function closeAll(exitCode: number): Promise<void> {
  if (closing) return
  closing = true
  setTimeout(() => process.exit(1), graceMs).unref()
  setTimeout(() => gatewayEnd.abort(), gatewayGraceMs).unref()
  for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error))
  process.exit(exitCode)
}
