/**
 * How much more two processes of the shop do than one, on the same machine and database, and what an order costs:
 * `node lab/bench/processes.ts [seconds] [rounds]`, by default 2 and 5. Linux only.
 *
 * Both processes run all the time. In each round every row is measured with one of them and then with both, which share the
 * connections of the client. Client, PostgreSQL and gateway share the cores with them.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { type FlowShop, orderFlows } from './flows.ts'
import { type Load, load, prepare } from './load.ts'
import { median, table } from './report.ts'
import { type Measured, makeBuyers, measured, openShops } from './shops.ts'

const [seconds = 2, rounds = 5] = process.argv.slice(2).map(Number)
const atOnce = 48
/** Whether each request of this row is an order. */
const isOrders = (name: string) => name.startsWith('flows')

/** Loads one process. */
type Run = (shop: FlowShop, options: { seconds: number; connections: number }) => Promise<Load>

const get =
  (requests: (shop: FlowShop) => Buffer[]): Run =>
  (shop, options) =>
    load(shop.origin, requests(shop), options)
const visitor = { headers: { 'accept-encoding': 'br' } }
const rows: Record<string, Run> = {
  list: get(() => [prepare('/api/products?limit=12', visitor)]),
  'product page': get(({ productIds }) => [prepare(`/products/${productIds[0]}`, visitor)]),
  cart: get(({ flowBuyers }) => flowBuyers.map(({ headers }) => prepare('/api/carts', { headers }))),
  'flows: cart to order': (shop, options) => orderFlows(shop, options.seconds, options.connections),
  'flows, all of one product': (shop, options) =>
    orderFlows({ ...shop, productIds: shop.productIds.slice(0, 1) }, options.seconds, options.connections),
}

const shops = await openShops(2, async (db) => {
  const products = await times(12, () => makeProduct(db, { price: 40_000, stock: 1_000_000 }))
  return { productIds: products.map(({ id }) => id), flowBuyers: await makeBuyers(db) }
})
try {
  await measure()
} finally {
  await shops.close()
}

async function measure(): Promise<void> {
  const { productIds, flowBuyers } = shops.seeded
  const half = flowBuyers.length / 2
  const both = shops.processes.map(({ origin }, i) => {
    return { origin, flowBuyers: flowBuyers.slice(i * half, (i + 1) * half), productIds }
  })
  const one = [{ origin: shops.first.origin, flowBuyers, productIds }]

  for (const run of Object.values(rows)) await loadAll(run, both, 1)
  const results = Object.entries(rows).map(([name, run]) => ({
    name,
    run,
    one: [] as Measured[],
    two: [] as Measured[],
  }))
  let orders = 0
  const before = await bytesWritten()
  for (let round = 0; round < rounds; round += 1) {
    for (const result of results) {
      const latest = [await loadAll(result.run, one, seconds), await loadAll(result.run, both, seconds)] as const
      result.one.push(latest[0])
      result.two.push(latest[1])
      if (isOrders(result.name)) orders += latest[0].requests + latest[1].requests
    }
  }
  const after = await bytesWritten()

  console.log(`Medians of ${rounds} rounds of ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}. CPU in ms.\n`)
  const of = (list: Measured[], name: 'perSecond' | 'serverMs' | 'postgresMs') => median(list.map((each) => each[name]))
  const costs = (list: Measured[]) => [of(list, 'serverMs').toFixed(2), of(list, 'postgresMs').toFixed(2)]
  console.log(
    table(
      [
        'Request',
        'one, per second',
        'two',
        'ratio',
        'CPU: server',
        'PostgreSQL',
        'CPU with two: servers',
        'PostgreSQL',
      ],
      results.map(({ name, one, two }) => {
        const rates = [one, two].map((list) => Math.round(of(list, 'perSecond')).toLocaleString('en'))
        const ratio = median(two.map(({ perSecond }, i) => perSecond / (one[i]?.perSecond ?? Number.NaN)))
        return [name, ...rates, ratio.toFixed(2), ...costs(one), ...costs(two)]
      }),
    ),
  )
  const kb = (name: 'database' | 'wal') => ((after[name] - before[name]) / orders / 1_024).toFixed(1)
  console.log(
    `\n${orders.toLocaleString('en')} orders, each of one item and with its cart: ${kb('database')} kB of tables and ` +
      `indexes, ${kb('wal')} kB of write-ahead log.`,
  )
}

/** Load all of these shops at once, as one load. */
function loadAll(run: Run, subjects: readonly FlowShop[], during: number): Promise<Measured> {
  const options = { seconds: during, connections: atOnce / subjects.length }
  return measured(shops, async () => {
    const [first, ...others] = await Promise.all(subjects.map((shop) => run(shop, options)))
    if (!first) throw new Error('nothing to load')
    const refused = [first, ...others].flatMap((each) => Object.keys(each.refused))
    if (refused.length > 0) throw new Error(`answers with ${refused}`)
    const sum = (name: 'requests' | 'perSecond') => others.reduce((all, each) => all + each[name], first[name])
    return { ...first, requests: sum('requests'), perSecond: sum('perSecond') }
  })
}

async function bytesWritten() {
  const { rows } = await sql<{ database: number; wal: number }>`
    select pg_database_size(current_database()) as database, pg_current_wal_insert_lsn() - '0/0' as wal
  `.execute(shops.db)
  return rows[0] ?? { database: Number.NaN, wal: Number.NaN }
}
