/** What the orders of a round buy. */
import { partsText } from '@camilan/contract/product-parts'
import type { Db } from '../platform/db/db.ts'
import { makeProduct } from './make-product.ts'
import { price } from './payment-model-order.ts'
import type { Random } from './payment-model-random.ts'

export interface ModelGoods {
  id: string
  batchId: string | null
  /** The product whose stock they take, and how many pieces of it each takes. */
  stockOf: { id: string; each: number }
}

export const startingStock = 1_000_000

/** A product, a hamper of two pieces of it, or the places of a batch. */
export async function makeGoods(db: Db, random: Random): Promise<ModelGoods> {
  const { id } = await makeProduct(db, { price, stock: startingStock })
  const kind = random.of(['product', 'hamper', 'batch'])
  if (kind === 'product') return { id, batchId: null, stockOf: { id, each: 1 } }
  if (kind === 'batch') return { id, batchId: await makeBatch(db, id), stockOf: { id, each: 0 } }
  const hamper = await makeProduct(db, { price, stock: 0, parts: partsText([{ product_id: id, quantity: 2 }]) })
  return { id: hamper.id, batchId: null, stockOf: { id, each: 2 } }
}

async function makeBatch(db: Db, product_id: string): Promise<string> {
  const day = '2099-01-01' // no history is so long
  const batch = { name: 'PO', order_until: day, made_on: day, handed_over_on: day, created_at: new Date() }
  const { id } = await db.insertInto('batches').values(batch).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('batch_products').values({ batch_id: id, product_id, quota: startingStock }).execute()
  return id
}
