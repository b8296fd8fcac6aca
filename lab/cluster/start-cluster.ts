/**
 * A whole cluster: nginx, two processes of the shop with separate data folders, an S3 store for the pictures, and a
 * PostgreSQL with a streaming standby behind a stable address.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { S3Settings } from '../../server/src/media/s3-client.ts'
import { openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { makeAdmin } from '../../server/src/testing/make-user.ts'
import { environmentOf } from '../../server/src/testing/s3-server.ts'
import { type ShopProcess, startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { openSharedGateway } from '../../server/src/testing/two-processes.ts'
import { hasPostgres15, startPostgres15, startStandby15 } from '../operate/postgres-15.ts'
import { hasProxy } from '../operate/proxies.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startRelay } from './relay.ts'
import { freePorts, startNginx } from './start-nginx.ts'

const missing = [...(hasPostgres15 ? [] : ['postgresql-15']), ...(hasProxy('nginx') ? [] : ['nginx'])]

/** The reason why no cluster can be started on this machine, for the names of skipped tests; otherwise empty. */
export const lacks = missing.length > 0 ? `, skipped without Debian's ${missing.join(' and ')}` : ''
if (lacks !== '') console.warn(`A whole cluster${lacks}`)

/** Whether a commit waits until the standby shows it. */
export type Replication = 'asynchronous' | 'remote_apply'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

interface ClusterOptions {
  replication: Replication
  /** The milliseconds until written data reaches the standby. */
  lagMs?: number
  pictures: S3Settings
  /** With PgBouncer in front of the stable address. */
  isPooled?: boolean
}

export async function startCluster({ replication, lagMs = 0, pictures, isPooled = false }: ClusterOptions) {
  /** Run in the opposite order. */
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'))
    closers.push(() => rm(folder, { recursive: true, force: true }))
    const primary = await startPostgres15()
    closers.push(() => primary.stop())
    await migrate(primary.connection)
    const link = await startRelay(primary.connection)
    closers.push(() => link.close())
    const standby = await startStandby15(primary, `host=127.0.0.1 port=${link.port}`)
    closers.push(() => standby.stop())
    if (replication === 'remote_apply') {
      const settings = ['synchronous_commit = remote_apply', "synchronous_standby_names = 'standby'"]
      for (const setting of settings) await runSql(primary.connection, `alter system set ${setting}`)
      await runSql(primary.connection, 'select pg_reload_conf()')
    }
    const address = await startRelay(primary.connection)
    closers.push(() => address.close())
    const connection = { ...primary.connection, host: '127.0.0.1', port: address.port }
    const database = openDb(connection)
    closers.push(() => database.close())
    const { db } = database
    const state = replication === 'remote_apply' ? 'sync' : 'async'
    const standbys = sql<{ sync_state: string }>`select sync_state from pg_stat_replication`
    const isStreaming = async () => (await standbys.execute(db)).rows.some(({ sync_state }) => sync_state === state)
    await vi.waitUntil(isStreaming, { timeout: 60_000, interval: 20 })
    await makeAdmin(db)
    link.setLag(lagMs)

    const pooled: Record<string, string> = {}
    if (isPooled) {
      for (const setting of [
        ...["statement_timeout = '10s'", "lock_timeout = '5s'"],
        ...["idle_in_transaction_session_timeout = '8s'", "timezone = 'UTC'"],
      ])
        await runSql(primary.connection, `alter role shop in database postgres set ${setting}`)
      const bouncer = await startPgBouncer(connection, 'transaction', 20)
      closers.push(() => bouncer.stop())
      pooled.DATABASE_URL = bouncer.url
      pooled.DATABASE_DIRECT_URL = urlOf(connection)
      pooled.DATABASE_POOLED = 'true'
    }
    const { gateway, environment } = await openSharedGateway()
    closers.push(() => gateway.close())
    const ports = await freePorts()
    const [front] = await freePorts()
    const start = (i: 0 | 1) =>
      startShopProcess(connection, {
        ...environment,
        ...environmentOf(pictures),
        ...pooled,
        PAYMENT_RECONCILE_SECONDS: '5',
        PORT: ports[i],
        DATA_DIR: path.join(folder, String(i)),
        PUBLIC_URL: `http://127.0.0.1:${front}`,
        TRUST_PROXY: '127.0.0.1',
      })
    const shops = (await Promise.all([start(0), start(1)])) as [ShopProcess, ShopProcess]
    closers.push(() => Promise.all(shops.map((shop) => shop.kill())))
    const nginx = await startNginx(ports, Number(front))
    closers.push(() => nginx.stop())
    return {
      db,
      gateway,
      nginx,
      primary,
      standby,
      /** The connection between primary and standby. */
      link,
      /** The stable address of the database. */
      address,
      ports,
      shops,
      /** Start a process again that has ended. */
      async restart(i: 0 | 1): Promise<void> {
        shops[i] = await start(i)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
