/** Fills the configured database with a large shop, for measuring: `npm run seed:large [-- --orders <number>] [--force]` */
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { InvalidConfig } from '../src/platform/config/read-environment.ts'
import type { Db } from '../src/platform/db/db.ts'
import { type LargeShop, makeLargeShop } from './large-shop.ts'
import { withDatabase } from './with-database.ts'

/** Its message is printed without a stack. */
class Refused extends Error {}
const remedy = 'Use another database, or --force if you mean it.'

try {
  const { values } = parseArgs({
    options: { force: { type: 'boolean', default: false }, orders: { type: 'string', default: '100000' } },
  })
  const size = sizeOf(Number(values.orders))
  const config = readConfig(process.env)
  if (config.production && !values.force) throw new Refused(`This is production. ${remedy}`)
  await withDatabase(config, async (db) => {
    if (!values.force) await assertNoCustomers(db)
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

function sizeOf(orders: number): LargeShop {
  if (!Number.isInteger(orders) || orders < 1 || orders > 10_000_000) throw new Refused('--orders is 1 to 10000000.')
  // An order has up to three different products.
  return { orders, users: Math.ceil(orders / 10), products: Math.max(10, Math.ceil(orders / 100)) }
}

/** Demo accounts do not count, nor does an administrator without orders. */
async function assertNoCustomers(db: Db): Promise<void> {
  const real = await db
    .selectFrom('users')
    .leftJoin('orders', 'orders.user_id', 'users.id')
    .select('users.id')
    .where('users.is_demo', '=', false)
    .where((eb) => eb.or([eb('users.is_admin', '=', false), eb('orders.id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  if (real) throw new Refused(`This database has real customers. ${remedy}`)
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
