/** The link to the database of a running shop becomes silent, or PostgreSQL stands still (SIGSTOP), and then continues. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Database, type DatabaseConnection, openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { descendants } from '../../server/src/testing/descendants.ts'
import { relayTo } from '../../server/src/testing/relay.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { costOf, promisedMs, startTraffic, trafficEnvironment } from './shop-traffic.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let started: number[]

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'database-away-'))
  const others = new Set(await descendants(process.pid))
  postgres = await startEmbeddedPostgres({ dataDir })
  started = (await descendants(process.pid)).filter((pid) => !others.has(pid))
  await migrate(postgres.connection)
  database = openDb(postgres.connection)
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => database.pool.query('truncate users, products, orders cascade'))

async function underTraffic(connection: DatabaseConnection) {
  const shop = await startShopProcess(connection, trafficEnvironment)
  let stopped: Promise<number | null> | undefined
  const stop = () => (stopped ??= shop.stop())
  onTestFinished(async () => void (await stop()))
  const traffic = await startTraffic(database.db, shop)
  await traffic.untilOrders(20)
  traffic.faultBegins()
  return { traffic, stop }
}

async function expectBack(
  { traffic, stop }: Awaited<ReturnType<typeof underTraffic>>,
  kinds: (keyof typeof promisedMs)[],
) {
  const took = await traffic.untilBack(kinds)
  await traffic.untilOrders(20)
  console.log('back after (ms)', took, 'orders', traffic.acknowledged.size, costOf(traffic.answers, 0).text)
  await traffic.stop(stop)
  for (const kind of kinds) expect(took[kind] ?? Number.POSITIVE_INFINITY, kind).toBeLessThan(promisedMs[kind])
  expect(traffic.answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  await traffic.expectNothingLost()
}

test.each([
  { link: 'silent for the present connections', silentMs: 0 },
  { link: 'silent for every connection, for 20 s', silentMs: 20_000 },
])('the shop recovers by itself after a link that is $link, and has lost nothing', async ({ silentMs }) => {
  const relay = await relayTo(postgres.connection)
  const running = await underTraffic(relay.connection)
  relay.goSilent({ all: silentMs > 0 })
  await wait(silentMs)
  relay.restore()
  await expectBack(running, ['reads', 'orders', 'livePages'])
})

/** Without the processes that have ended meanwhile. */
function signal(name: 'SIGSTOP' | 'SIGCONT', pids: Iterable<number>): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {}
  }
}

test.each([
  { frozenMs: 4_000, than: 'shorter than the timeout of a query' },
  { frozenMs: 25_000, than: 'longer than the timeout of a query' },
])(
  'after PostgreSQL stood still for $frozenMs ms, $than, the shop goes on and has lost nothing',
  async ({ frozenMs }) => {
    const running = await underTraffic(postgres.connection)
    const pids = new Set([started, ...(await Promise.all(started.map(descendants)))].flat())
    signal('SIGSTOP', pids)
    onTestFinished(() => signal('SIGCONT', pids))
    await wait(frozenMs)
    signal('SIGCONT', pids)
    await expectBack(running, ['reads', 'orders'])
  },
)
