/** A shop of a given size as a server process, with an administrator, buyers, and a gateway that answers at once. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import pg from 'pg'
import { makeLargeShop } from '../../server/scripts/large-shop.ts'
import { ensureSearchIndexes } from '../../server/src/catalog/search-index.ts'
import { openDb } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { admin, adminEnvironment, type Buyer, logIn, makeBuyer } from './bench-client.ts'
import { type FlowBuyer, makeFlowBuyers } from './flow-buyers.ts'
import { insideShop, shopProcess } from './shop-process.ts'
import { stubGateway } from './stub-gateway.ts'

export interface ShopSize {
  products: number
  orders: number
}

export type SeededShop = Awaited<ReturnType<typeof openSeededShop>>

const unlimited = '1000000'
/** The number of orders of the buyers who only read them: the first ones many, the others few. */
export const [fewOrders, manyOrders] = [3, 30]
export const buyersWithMany = 8
const cartBuyers = 1_000

export async function openSeededShop({ products, orders }: ShopSize, buyerCount: number) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'camilan-bench-'))
  const flowBuyers = await seed(dataDir, { products, orders })
  const gateway = await stubGateway()
  const environment = {
    DATA_DIR: dataDir,
    ...adminEnvironment,
    ...gateway.environment,
    MAX_UNPAID_ORDERS: unlimited,
    MAX_UNPAID_ENDED: unlimited,
    REGISTRATIONS_PER_ADDRESS: unlimited,
    PAYMENT_RECONCILE_SECONDS: '3600',
  }
  const shop = await shopProcess({ ...environment, ...insideShop })

  async function close(): Promise<void> {
    await shop.stop()
    gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const startedMs = await timeToFirstAnswer(environment)
    await shop.start()
    const seller = await logIn(shop.origin, admin)
    const buyers: Buyer[] = []
    for (let i = 0; i < buyerCount; i += 1) buyers.push(await makeBuyer(shop.origin, i))
    const manyProductIds = await firstProducts(shop.origin, Math.min(products, 3_000))
    const productIds = manyProductIds.slice(0, 12)
    for (const [i, buyer] of buyers.entries()) {
      for (let order = 0; order < (i < buyersWithMany ? manyOrders : fewOrders); order += 1) {
        await buyer.buy({ id: productIds[order % productIds.length] ?? '' })
      }
    }
    return {
      size: { products, orders },
      origin: shop.origin,
      shop,
      dataDir,
      startedMs,
      seller,
      buyers,
      flowBuyers: flowBuyers.slice(0, -cartBuyers),
      /** They have a cart, and do not order. */
      cartBuyers: flowBuyers.slice(-cartBuyers),
      productIds,
      manyProductIds,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The ids of this many products, in the order of the list. */
async function firstProducts(origin: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const page = `/products?limit=100&page=${ids.length / 100 + 1}`
    const { body } = await askAt(origin)<{ id: string }[]>('GET', page)
    ids.push(...body.data.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

const measuredStarts = 5

/** The median time of several starts, from the command to the first product list. An earlier start compiled the code. */
async function timeToFirstAnswer(environment: Record<string, string>): Promise<number> {
  const shop = await shopProcess(environment)
  const times: number[] = []
  for (let i = 0; i <= measuredStarts; i += 1) {
    const startedAt = performance.now()
    await shop.start()
    const answer = await fetch(`${shop.origin}/api/products`)
    if (!answer.ok) throw new Error(`the first answer of a new shop is ${answer.status}`)
    if (i > 0) times.push(performance.now() - startedAt)
    await shop.stop()
  }
  return times.sort((a, b) => a - b)[Math.floor(measuredStarts / 2)] ?? Number.NaN
}

/** @returns the buyers who order in `orderFlows`, or only have a cart */
async function seed(dataDir: string, { products, orders }: ShopSize): Promise<FlowBuyer[]> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection)
  const { db, close } = openDb(postgres.connection, { queryTimeoutMs: 600_000 })
  await makeLargeShop(db, { orders, users: Math.max(10, orders / 10), products }, new Date())
  const flowBuyers = await makeFlowBuyers(db)
  await close()
  await adaptProducts(postgres.connection)
  await ensureSearchIndexes(postgres.connection)
  await postgres.stop()
  return flowBuyers
}

/** The first products are never sold out, because buyers order them. A tenth has the other category. */
async function adaptProducts(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`update products set stock = 1000000
    where id in (select id from products order by name_key, id limit 12)`)
  await client.query(`update products set category = 'KUE_KERING' where name like '%7'`)
  await client.query('vacuum analyze')
  await client.end()
}
