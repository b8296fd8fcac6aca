/** Fills a database with a large shop, unless it may be in real use. */
import type { Db } from '../../src/platform/db/db.ts'
import { type LargeShop, makeLargeShop } from './large-shop.ts'

/** A fault that the operator can correct: printed as one sentence, without a stack. */
export class SeedRefused extends Error {}

export interface SeedOptions {
  /** The text from the command line. */
  orders: string
  /** Fill the database whatever it contains. */
  force: boolean
  production: boolean
}

const wayOut = 'Use another database, or --force if you mean it.'

/**
 * Check the options before a database is opened.
 * @throws {SeedRefused} a number of orders that is not possible; in production unless forced
 */
export function sizeOf({ orders, force, production }: SeedOptions): LargeShop {
  const count = Number(orders)
  if (!Number.isInteger(count) || count < 1 || count > 10_000_000) throw new SeedRefused('--orders is 1 to 10000000.')
  if (production && !force) throw new SeedRefused(`This is production. ${wayOut}`)
  // An order has up to three products, all different.
  return { orders: count, users: Math.ceil(count / 10), products: Math.max(10, Math.ceil(count / 100)) }
}

/** @throws {SeedRefused} there are real customers, unless forced; then nothing is written */
export async function seedDatabase(
  db: Db,
  options: SeedOptions,
  now: Date,
  onProgress?: (done: number) => void,
): Promise<LargeShop> {
  const size = sizeOf(options)
  if (!options.force && (await hasRealCustomers(db))) {
    throw new SeedRefused(`This database has real customers. ${wayOut}`)
  }
  await makeLargeShop(db, size, now, onProgress)
  return size
}

/** Customers without the demo accounts, with orders or without. */
async function hasRealCustomers(db: Db): Promise<boolean> {
  const real = await db
    .selectFrom('users')
    .leftJoin('orders', 'orders.user_id', 'users.id')
    .select('users.id')
    .where('users.is_demo', '=', false)
    .where((eb) => eb.or([eb('users.is_admin', '=', false), eb('orders.id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return real !== undefined
}
