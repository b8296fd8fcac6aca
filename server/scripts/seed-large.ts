/** Fills the configured database with a large shop, for measuring: `npm run seed:large [-- --force]` */
import { parseArgs } from 'node:util'
import { InvalidConfig, readConfig } from '../src/platform/config.ts'
import type { Db } from '../src/platform/db.ts'
import { type LargeShop, makeLargeShop } from './large-shop.ts'
import { withDatabase } from './with-database.ts'

const size: LargeShop = { orders: 100_000, users: 10_000, products: 1_000 }

/** What the operator can put right: told in one sentence, without a stack. */
class Refused extends Error {}

try {
  const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } })
  await withDatabase(readConfig(process.env), async (db) => {
    if (!values.force) await refuseRealOrders(db)
    const began = performance.now()
    await makeLargeShop(db, size, new Date(), showProgress)
    process.stderr.write('\n')
    console.log(`${describe(size)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  })
} catch (error) {
  const expected = error instanceof InvalidConfig || error instanceof Refused
  console.error(expected ? error.message : error)
  process.exitCode = 1
}

async function refuseRealOrders(db: Db): Promise<void> {
  const real = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select('orders.id')
    .where('users.is_demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (real) throw new Refused('This database has real orders. Use another one, or --force if you mean it.')
}

function showProgress(done: number): void {
  const width = 40
  const filled = Math.round(done * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  process.stderr.write(`\r${bar} ${Math.round(done * 100)} %`)
}

function describe({ orders, users, products }: LargeShop): string {
  const number = (count: number) => count.toLocaleString('en')
  return `${number(orders)} orders, ${number(users)} users and ${number(products)} products`
}
