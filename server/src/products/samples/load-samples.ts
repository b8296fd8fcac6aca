import { sql } from 'kysely'
import { areSamplesRemoved } from '../../people/login/demo-accounts.ts'
import { type Clock, earlier, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { sampleFacts } from './sample-facts.ts'
import { sampleProducts } from './sample-products.ts'

interface SampleDeps {
  db: Db
  clock: Clock
  log: { info(message: string): void }
}

/**
 * Put the sample products on sale in a shop that never had a product. `drawSamples` gives them their pictures. It has no
 * effect if there are products, also archived ones, or if an administrator has removed the samples.
 */
export async function loadSamples({ db, clock, log }: SampleDeps): Promise<void> {
  if (!(await isWanted(db))) return
  const now = clock()
  const rows = sampleProducts.map(({ slug, ...product }, index) => ({
    ...product,
    ...sampleFacts({ slug, weight: product.weight }),
    created_at: earlier(now, minutes(index)), // one minute apart, so that sorting by age has a visible effect
    updated_at: now,
  }))
  await transact(db, async (tx) => {
    // Another process may do the same, or remove them. Not a lock of products: the creation of the search's index holds
    // that table and waits for this transaction.
    await sql`lock table shop_settings in share row exclusive mode`.execute(tx)
    if (!(await isWanted(tx))) return
    await tx.insertInto('products').values(rows).execute()
    await publishCatalogChange(tx)
    log.info(`${rows.length} sample products are on sale`)
  })
}

async function isWanted(db: Db): Promise<boolean> {
  return !(await hasProducts(db)) && !(await areSamplesRemoved(db))
}

async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) !== undefined
}
