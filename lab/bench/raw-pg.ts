/** The rate of `pg` alone on the database of a shop, with as many connections as the shop has. */
import { runningConnection } from '@camilan/embedded-postgres'
import pg from 'pg'
import { flowsAtOnce } from './flows.ts'
import { type Load, spread } from './load.ts'
import { type RecordedFlow, runAgain, statementsIn } from './recorded-flows.ts'
import type { SeededShop } from './seeded-shop.ts'

export interface RawWork {
  name: string
  /** The number of simultaneous workers. */
  atOnce: number
  run(seconds: number): Promise<Load>
}

/** The name of the work that is compared with the shop's own order flow. */
export const rawFlowName = 'pg: the statements of a flow'

const many = 50

/** @param flows  recorded from the shop; undefined: no flows are run */
export async function openRawPg({ dataDir, productIds }: SeededShop, flows: readonly RecordedFlow[]) {
  const pool = new pg.Pool({ ...(await runningConnection(dataDir)), max: 10 })
  pool.on('error', () => {})
  await pool.query('create table if not exists bench_row (at timestamptz)')

  const oneProduct = (on: pg.Pool | pg.PoolClient) =>
    on.query({ name: 'one', text: 'select * from products where id = $1', values: [productIds[0]] })

  const work = (name: string, atOnce: number, once: () => Promise<unknown>): RawWork => ({
    name,
    atOnce,
    run: (seconds) => repeat(once, { seconds, atOnce }),
  })
  const works = [
    work('pg: one product', many, () => oneProduct(pool)),
    work('pg: a list', many, () =>
      pool.query({
        name: 'list',
        text: 'select * from products where archived_at is null order by name_key, id limit $1',
        values: [12],
      }),
    ),
    work('pg: a transaction of 4 statements', many, async () => {
      const client = await pool.connect()
      await client.query('begin')
      await oneProduct(client)
      await client.query('insert into bench_row values (now())')
      await client.query('commit')
      client.release()
    }),
  ]
  if (flows.length > 0) {
    let turn = 0
    works.push(
      work(rawFlowName, flowsAtOnce, async () => {
        const flow = flows[turn++ % flows.length]
        if (flow) await runAgain(pool, flow)
      }),
    )
  }
  return { works, statementsOfFlow: flows[0] ? statementsIn(flows[0]) : 0, close: () => pool.end() }
}

async function repeat(
  work: () => Promise<unknown>,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<Load> {
  const times: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  async function worker(): Promise<void> {
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      await work()
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const took = (performance.now() - startedAt) / 1_000
  return { requests: times.length, seconds: took, perSecond: times.length / took, ...spread(times), refused: {} }
}
