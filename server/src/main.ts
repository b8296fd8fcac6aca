/** Read the configuration, open what the shop needs, listen, and close it in order. */
import path from 'node:path'
import { DataFolderInUse, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { openPaymentSandbox } from '@camilan/payment-sandbox'
import Fastify, { type FastifyInstance } from 'fastify'
import { demoAccounts, ensureDemoAccounts } from './accounts/demo-accounts.ts'
import { ensureFirstAdmin } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { loadSamples } from './catalog/samples/load-samples.ts'
import { type Config, readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { makeMailTransport } from './mail/make-mail-transport.ts'
import { startMailDelivery } from './mail/start-mail-delivery.ts'
import { openMediaStore } from './media/media-store.ts'
import { openPages } from './pages.ts'
import { createGateway } from './payments/gateway.ts'
import { lockSandbox, SandboxInUse } from './payments/lock-sandbox.ts'
import { InvalidConfig } from './platform/config/read-environment.ts'
import { type DatabaseConnection, openDb } from './platform/db/db.ts'
import { MigrationRefused, migrate } from './platform/db/migrate.ts'
import { openBroadcast } from './platform/events/broadcast.ts'
import { hasFreeSpace } from './platform/free-space.ts'
import { closeUnusedConnections } from './platform/http/unused-connections.ts'
import type { ScheduledJob } from './platform/jobs/schedule-job.ts'
import { ensureWebBuild } from './platform/pages/web-build.ts'

/** The time for closing; after it the process ends in any case. */
const graceMs = 10_000
/** The part of it that open calls of the payment gateway may take. */
const gatewayGraceMs = 5_000
/** The part of it that requests may take, such as slow uploads. */
const drainMs = 7_000

const development = process.argv.includes('--dev')
const say = (line: string) => console.log(line)

/** What was opened; it is closed in the opposite order. */
const closers: (() => Promise<unknown>)[] = []
let closing = false
const gatewayEnd = new AbortController()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // A signal to the process group arrives twice, as npm forwards its own: the second one must have no effect.
  process.on(signal, () => void closeAll(0))
}

try {
  await start(readConfig(process.env))
} catch (error) {
  const expected = [InvalidConfig, DataFolderInUse, MigrationRefused, SandboxInUse].some(
    (kind) => error instanceof kind,
  )
  console.error(expected ? (error as Error).message : error)
  await closeAll(1)
}

async function start(config: Config): Promise<void> {
  // After the configuration was read from the caller's environment: React loads its production build by this.
  if (!development) process.env.NODE_ENV = 'production'

  const [connection] = await Promise.all([openConnection(config), development ? undefined : ensureWebBuild(say)])
  await migrate(connection, { log: say })
  const { db, close } = openDb(connection)
  closers.push(close)
  const broadcast = openBroadcast(connection, { warn: say }, db)
  closers.push(() => broadcast.close())
  const clock = () => new Date()
  const media = await openMediaStore(path.join(config.dataDir, 'media'))

  await ensureFirstAdmin(db, config.firstAdmin, clock())
  if (config.demoData) {
    await ensureDemoAccounts(db, clock())
    await loadSamples({ db, media, clock, log: { info: say } })
  }

  const sandbox = config.payments.localSandbox ? await openLocalSandbox(config, connection) : undefined
  const gateway = createGateway({ ...config.payments, ...sandbox?.origins, signal: gatewayEnd.signal })
  const { server, payments } = await buildApp({
    config,
    db,
    gateway,
    clock,
    media,
    broadcast,
    hasFreeSpace: () => hasFreeSpace(config.dataDir),
    ...(sandbox && { sandboxRoutes: sandbox.browserRoutes }),
    pages: (shop) => openPages(shop, { development }),
    logger: { level: 'info' },
  })
  // Closed in the opposite order: the server drains while the jobs still run.
  const jobs: ScheduledJob[] = []
  closers.push(() => Promise.all(jobs.map((job) => job.stop())))
  closers.push(() => drain(server))
  await server.listen({ host: config.host, port: config.port })
  const transport = makeMailTransport(config.mail, config.dataDir)
  jobs.push(...startJobs(payments, config), startMailDelivery({ db, transport, clock, log: server.log, broadcast }))
  announce(config)
}

async function drain(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), drainMs)
  await server.close()
  clearTimeout(cut)
}

async function openConnection({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDir })
  closers.push(() => postgres.stop())
  return postgres.connection
}

/** The payment sandbox: the shop calls it over HTTP on a listener of its own, which is closed after the shop's. */
async function openLocalSandbox({ dataDir, publicUrl, payments }: Config, connection: DatabaseConnection) {
  const lock = await lockSandbox(connection, (error) => {
    console.error(error.message)
    void closeAll(1)
  })
  closers.push(() => lock.release())
  const sandbox = openPaymentSandbox({
    serverKey: payments.serverKey,
    clientKey: payments.clientKey,
    browserOrigin: publicUrl,
    stateFile: path.join(dataDir, 'payment-sandbox.jsonl'),
  })
  const listener = Fastify()
  closeUnusedConnections(listener)
  await listener.register(sandbox.merchantRoutes)
  const origin = await listener.listen({ host: '127.0.0.1', port: 0 })
  closers.push(async () => {
    await listener.close()
    await sandbox.close()
  })
  return {
    origins: { snapUrl: origin, apiUrl: origin },
    browserRoutes: async (app: Parameters<typeof sandbox.browserRoutes>[0]) => {
      await app.register(sandbox.browserRoutes)
      await app.register(sandbox.controlRoutes)
    },
  }
}

function announce({ publicUrl, shopName, demoData, payments, mail, dataDir }: Config): void {
  say(`${shopName} is open at ${publicUrl}`)
  if (demoData) {
    for (const { email, password, is_admin } of demoAccounts) {
      say(`  ${is_admin ? 'administrator' : 'customer     '}  ${email}  ${password}`)
    }
  }
  if (payments.localSandbox) say('  Payments are played by the local sandbox: no real money moves.')
  if (mail.smtpUrl === undefined) say(`  Mail is written to ${path.join(dataDir, 'outbox')}, as SMTP_URL is not set.`)
}

async function closeAll(exitCode: number): Promise<void> {
  if (closing) return
  closing = true
  setTimeout(() => process.exit(1), graceMs).unref()
  setTimeout(() => gatewayEnd.abort(), gatewayGraceMs).unref()
  for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error))
  process.exit(exitCode)
}
