/** PostgreSQL stands still (SIGSTOP of all its processes) under a running shop, and goes on. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { descendants } from '../../server/src/testing/descendants.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { promisedMs, startTraffic, trafficEnvironment } from './shop-traffic.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let postgresPids: () => Promise<number[]>

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frozen-postgres-'))
  const others = new Set(await descendants(process.pid))
  postgres = await startEmbeddedPostgres({ dataDir })
  const started = (await descendants(process.pid)).filter((pid) => !others.has(pid))
  postgresPids = async () => {
    const children = await Promise.all(started.map(descendants))
    return [...new Set([...started, ...children.flat()])]
  }
  await migrate(postgres.connection)
  database = openDb(postgres.connection)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The processes that have ended meanwhile are left out. */
async function signalPostgres(signal: 'SIGSTOP' | 'SIGCONT', pids: number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

test.each([
  { frozenMs: 4_000, than: 'shorter than the timeout of a query' },
  { frozenMs: 25_000, than: 'longer than the timeout of a query' },
])(
  'after PostgreSQL stood still for $frozenMs ms, $than, the shop goes on and has lost nothing',
  { timeout: 180_000 },
  async ({ frozenMs }) => {
    await database.pool.query('truncate users, products, orders cascade')
    const shop = await startShopProcess(postgres.connection, trafficEnvironment)
    let stopped: Promise<number | null> | undefined
    const stop = () => (stopped ??= shop.stop())
    onTestFinished(async () => void (await stop()))
    const traffic = await startTraffic(database.db, shop)
    await traffic.untilOrders(20)

    const pids = await postgresPids()
    traffic.faultBegins()
    await signalPostgres('SIGSTOP', pids)
    onTestFinished(() => signalPostgres('SIGCONT', pids))
    await wait(frozenMs)
    await signalPostgres('SIGCONT', pids)
    const took = await traffic.untilBack(['reads', 'orders'])
    await traffic.untilOrders(20)
    console.log(
      `${pids.length} processes stopped for ${frozenMs} ms; back after (ms): ${JSON.stringify(took)}; ` +
        `orders: ${traffic.acknowledged.size}; answers: ${JSON.stringify(Object.fromEntries(traffic.statuses))}`,
    )
    await traffic.stop(stop)

    expect(took.reads, 'reads').toBeLessThan(promisedMs.reads)
    expect(took.orders, 'orders').toBeLessThan(promisedMs.orders)
    const failures = [...traffic.statuses.keys()].filter((status) => status >= 500)
    expect(failures.filter((status) => status !== 503)).toEqual([])
    await traffic.expectNothingLost()
  },
)
