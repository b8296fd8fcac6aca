/** A whole cluster: nginx, two processes of the shop, and a PostgreSQL with a streaming standby behind a stable address. */
import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeAdmin } from '../../server/src/testing/make-user.ts'
import { relayTo } from '../../server/src/testing/relay.ts'
import { openSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { startTraffic } from '../faults/shop-traffic.ts'
import { newFolder } from '../operate/new-folder.ts'
import { hasPostgres15, startPostgres15, startStandby15 } from '../operate/postgres-15.ts'
import { hasProxy, startProxy } from '../operate/proxies.ts'
import { startPgBouncer } from './pgbouncer.ts'

const missing = [...(hasPostgres15 ? [] : ['postgresql-15']), ...(hasProxy('nginx') ? [] : ['nginx'])]

/** The reason why no cluster can be started on this machine, for the names of skipped tests; otherwise empty. */
export const lacks = missing.length > 0 ? `, skipped without Debian's ${missing.join(' and ')}` : ''

interface ClusterOptions {
  /** Whether a commit waits until the standby shows it. */
  replication: 'asynchronous' | 'remote_apply'
  /** The milliseconds until written data reaches the standby. */
  lagMs?: number
  /** With PgBouncer in front of the stable address. */
  isPooled?: boolean
}

/** Buyers and readers who already use nginx. */
export async function startUnderLoad(options: ClusterOptions) {
  const cluster = await startCluster(options)
  const traffic = await startTraffic(cluster.db, cluster.nginx, { pageReaders: 2 })
  onTestFinished(() => traffic.stop())
  await traffic.untilOrders(30)
  return { ...cluster, traffic }
}

/** Until the test ends. */
async function startCluster({ replication, lagMs = 0, isPooled = false }: ClusterOptions) {
  const primary = await startPostgres15()
  await migrate(primary.connection)
  /** The connection between primary and standby. */
  const link = await relayTo(primary.connection)
  const standby = await startStandby15(primary, `host=127.0.0.1 port=${link.port}`)
  if (replication === 'remote_apply') {
    const settings = ['synchronous_commit = remote_apply', "synchronous_standby_names = 'standby'"]
    for (const setting of settings) await runSql(primary.connection, `alter system set ${setting}`)
    await runSql(primary.connection, 'select pg_reload_conf()')
  }
  /** The stable address of the database. */
  const address = await relayTo(primary.connection)
  const { connection } = address
  const { db, close } = openDb(connection)
  onTestFinished(close)
  const state = replication === 'remote_apply' ? 'sync' : 'async'
  const standbys = sql`select from pg_stat_replication where sync_state = ${state}`
  await vi.waitUntil(async () => (await standbys.execute(db)).rows.length > 0, { timeout: 60_000, interval: 20 })
  await makeAdmin(db)
  link.setLag(lagMs)

  const timeouts = ["statement_timeout = '10s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '8s'"]
  for (const setting of isPooled ? [...timeouts, "timezone = 'UTC'"] : [])
    await runSql(primary.connection, `alter role shop in database postgres set ${setting}`)
  const bouncer = isPooled ? await startPgBouncer(connection, 'transaction', 20) : undefined
  const { gateway, environment } = await openSharedGateway()
  onTestFinished(() => gateway.close())
  const ports = [String(await freePort()), String(await freePort())] as const
  const nginx = await startProxy('nginx', [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
  onTestFinished(nginx.stop)
  const folder = await newFolder()
  const start = (i: 0 | 1) =>
    startShopProcess(connection, {
      ...environment,
      ...bouncer?.environment,
      PAYMENT_RECONCILE_SECONDS: '5',
      PORT: ports[i],
      DATA_DIR: folder,
      PUBLIC_URL: nginx.origin,
      TRUST_PROXY: '127.0.0.1',
    })
  const shops: [ShopProcess, ShopProcess] = await Promise.all([start(0), start(1)])
  onTestFinished(async () => void (await Promise.all(shops.map((shop) => shop.kill()))))
  /** Start a process again that has ended. */
  const restart = async (i: 0 | 1) => {
    shops[i] = await start(i)
  }
  return { db, gateway, nginx, primary, standby, link, address, ports, shops, restart }
}
