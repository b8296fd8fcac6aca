/**
 * Fills the configured database with a large shop, for measurements: `npm run seed:large [-- --orders <number>] [--force]`
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { hours } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { adviceFor } from '../../src/start/startup-errors.ts'
import { withDatabase } from '../command/with-database.ts'
import type { LargeShop } from './large-shop.ts'
import { SeedRefused, seedDatabase, sizeOf } from './seed-database.ts'

try {
  const { values } = parseArgs({
    options: { force: { type: 'boolean', default: false }, orders: { type: 'string', default: '100000' } },
  })
  const config = readConfig(process.env)
  const options = { ...values, production: config.production }
  sizeOf(options) // refuses impossible options before a database is opened
  const seed = async (db: Db) => {
    const began = performance.now()
    const size = await seedDatabase(db, options, new Date(), showProgress)
    process.stderr.write('\n')
    console.log(`${describe(size)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  // Vacuum takes long with a million orders.
  await withDatabase(config, seed, { queryTimeoutMs: hours(1) })
} catch (error) {
  console.error(error instanceof SeedRefused ? error.message : (adviceFor(error) ?? error))
  process.exitCode = 1
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
