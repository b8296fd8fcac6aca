/**
 * The gain of a second process of the shop on the same machine and database, and the cost of an order: `node
 * lab/bench/processes.ts [seconds] [rounds]`, by default 2 and 5. Linux only.
 *
 * Both processes run all the time. Each round measures every row with one of them and then with both, which share the
 * connections of the client. Client, PostgreSQL and gateway share the cores with them.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import pg from 'pg'
import { openDb } from '../../server/src/platform/db/db.ts'
import { descendants } from '../../server/src/testing/descendants.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { admin, adminEnvironment, logIn, makeProduct } from './bench-client.ts'
import { makeFlowBuyers } from './flow-buyers.ts'
import { type FlowShop, orderFlows } from './flows.ts'
import { type Load, load, prepare } from './load.ts'
import { cpuMsOf, shopProcess } from './shop-process.ts'
import { stubGateway } from './stub-gateway.ts'

const [seconds = 2, rounds = 5] = process.argv.slice(2).map(Number)
const atOnce = 48
const unlimited = '1000000'

type Shop = Awaited<ReturnType<typeof shopProcess>>

interface Row {
  name: string
  /** Each request is an order. */
  isOrders?: true
  /** Load one process over this many connections. */
  run(shop: FlowShop, options: { seconds: number; connections: number }): Promise<Load>
}

interface Measured {
  perSecond: number
  serverMs: number
  postgresMs: number
}

const get = (name: string, requests: (shop: FlowShop) => Buffer[]): Row => ({
  name,
  run: (shop, options) => load(shop.origin, requests(shop), options),
})
const visitor = { headers: { 'accept-encoding': 'br' } }
const rows: Row[] = [
  get('list', () => [prepare('/api/products?limit=12', visitor)]),
  get('product page', ({ productIds }) => [prepare(`/products/${productIds[0]}`, visitor)]),
  get('cart', ({ flowBuyers }) => flowBuyers.map(({ headers }) => prepare('/api/carts', { headers }))),
  {
    name: 'flows: cart to order',
    isOrders: true,
    run: (shop, options) => orderFlows(shop, options.seconds, options.connections),
  },
  {
    name: 'flows, all of one product',
    isOrders: true,
    run: ({ productIds, ...shop }, options) =>
      orderFlows({ ...shop, productIds: productIds.slice(0, 1) }, options.seconds, options.connections),
  },
]

const folder = await mkdtemp(path.join(tmpdir(), 'processes-'))
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database') })
const client = new pg.Client(postgres.connection)
await client.connect()
const gateway = await stubGateway()
const environment = {
  DATABASE_URL: urlOf(postgres.connection),
  ...adminEnvironment,
  ...gateway.environment,
  MAX_UNPAID_ORDERS: unlimited,
  MAX_UNPAID_ENDED: unlimited,
  REGISTRATIONS_PER_ADDRESS: unlimited,
  PAYMENT_RECONCILE_SECONDS: '3600',
}
const shops: Shop[] = []
try {
  for (const name of ['a', 'b']) {
    const shop = await shopProcess({ ...environment, DATA_DIR: path.join(folder, name) })
    shops.push(shop)
    await shop.start()
  }
  await measure(shops)
} finally {
  for (const shop of shops) await shop.stop()
  await client.end()
  await postgres.stop()
  gateway.close()
  await rm(folder, { recursive: true, force: true })
}

async function measure([first, second]: Shop[]): Promise<void> {
  if (!first || !second) return
  const seller = await logIn(first.origin, admin)
  const productIds: string[] = []
  for (let i = 0; i < 12; i += 1) productIds.push(await makeProduct(first.origin, seller, 1_000_000))
  const { db, close } = openDb(postgres.connection)
  const flowBuyers = await makeFlowBuyers(db).finally(close)
  const half = flowBuyers.length / 2
  const one = [{ origin: first.origin, flowBuyers, productIds }]
  const both = [
    { origin: first.origin, flowBuyers: flowBuyers.slice(0, half), productIds },
    { origin: second.origin, flowBuyers: flowBuyers.slice(half), productIds },
  ]

  const results = new Map(rows.map((row) => [row, { one: [] as Measured[], both: [] as Measured[] }]))
  for (const row of rows) await measured(row, both, 1)
  let orders = 0
  const before = await sizes()
  for (let round = 0; round < rounds; round += 1) {
    for (const [row, result] of results) {
      for (const [measuredOnes, subjects] of [
        [result.one, one],
        [result.both, both],
      ] as const) {
        const { requests, ...figures } = await measured(row, subjects, seconds)
        measuredOnes.push(figures)
        if (row.isOrders) orders += requests
      }
    }
  }
  const after = await sizes()

  console.log(
    `Medians of ${rounds} rounds of ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}. CPU in milliseconds.\n`,
  )
  console.log(
    '| Request | one process, per second | two | ratio | CPU: server | PostgreSQL | CPU with two: servers | PostgreSQL |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [{ name }, result] of results) {
    const of = (list: Measured[], key: keyof Measured) => median(list.map((each) => each[key]))
    const ratio = median(result.both.map(({ perSecond }, i) => perSecond / (result.one[i]?.perSecond ?? Number.NaN)))
    const cells = [
      name,
      Math.round(of(result.one, 'perSecond')).toLocaleString('en'),
      Math.round(of(result.both, 'perSecond')).toLocaleString('en'),
      ratio.toFixed(2),
      of(result.one, 'serverMs').toFixed(2),
      of(result.one, 'postgresMs').toFixed(2),
      of(result.both, 'serverMs').toFixed(2),
      of(result.both, 'postgresMs').toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const kb = (bytes: number) => (bytes / orders / 1_024).toFixed(1)
  console.log(
    `\n${orders.toLocaleString('en')} orders, each of one item and with its cart: ${kb(after.database - before.database)} kB of ` +
      `tables and indexes, ${kb(after.wal - before.wal)} kB of write-ahead log.`,
  )
}

async function measured(
  { run }: Row,
  subjects: readonly FlowShop[],
  during: number,
): Promise<Measured & { requests: number }> {
  const before = await cpuMs()
  const loads = await Promise.all(
    subjects.map((shop) => run(shop, { seconds: during, connections: atOnce / subjects.length })),
  )
  const after = await cpuMs()
  const refused = loads.flatMap((each) => Object.keys(each.refused))
  if (refused.length > 0) throw new Error(`answers with ${refused}`)
  const requests = loads.reduce((sum, each) => sum + each.requests, 0)
  return {
    requests,
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    serverMs: (after.server - before.server) / requests,
    postgresMs: (after.postgres - before.postgres) / requests,
  }
}

/** The processor time of all processes of the shop, and of PostgreSQL, which this process started. */
async function cpuMs(): Promise<{ server: number; postgres: number }> {
  const sum = { server: 0, postgres: 0 }
  for (const pid of await descendants(process.pid)) {
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    sum[command.startsWith('postgres') ? 'postgres' : 'server'] += await cpuMsOf(pid)
  }
  return sum
}

async function sizes(): Promise<{ database: number; wal: number }> {
  const { rows } = await client.query<{ database: string; wal: string }>(
    `select pg_database_size(current_database()) as database, pg_current_wal_insert_lsn() - '0/0' as wal`,
  )
  return { database: Number(rows[0]?.database), wal: Number(rows[0]?.wal) }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
