/** What `pg` alone does on the database of a shop, with as many connections as the shop has. */
import { runningConnection } from '@camilan/embedded-postgres'
import pg from 'pg'
import { type Load, spread } from './load.ts'
import type { SeededShop } from './seeded-shop.ts'

export type Work = (client: pg.PoolClient) => Promise<unknown>

export async function openRawPg({ dataDir, productIds }: SeededShop) {
  const pool = new pg.Pool({ ...(await runningConnection(dataDir)), max: 10 })
  pool.on('error', () => {})
  await pool.query('create table if not exists bench_row (at timestamptz)')
  const works: Record<string, Work> = {
    'pg: one product': (client) =>
      client.query({ name: 'one', text: 'select * from products where id = $1', values: [productIds[0]] }),
    'pg: a list': (client) =>
      client.query({
        name: 'list',
        text: 'select * from products where archived_at is null order by name_key, id limit $1',
        values: [12],
      }),
    'pg: a transaction of 4 statements': async (client) => {
      await client.query('begin')
      await client.query({ name: 'one', text: 'select * from products where id = $1', values: [productIds[0]] })
      await client.query('insert into bench_row values (now())')
      await client.query('commit')
    },
  }
  return { works, run: (work: Work, seconds: number) => repeat(pool, work, seconds), close: () => pool.end() }
}

async function repeat(pool: pg.Pool, work: Work, seconds: number, atOnce = 50): Promise<Load> {
  const times: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  async function worker(): Promise<void> {
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      const client = await pool.connect()
      await work(client)
      client.release()
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const took = (performance.now() - startedAt) / 1_000
  return { requests: times.length, seconds: took, perSecond: times.length / took, ...spread(times), refused: {} }
}
