import type { ProductChange } from '@camilan/contract/product-form'
import { partSentences, partsIn } from '@camilan/contract/product-parts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type ProductRow, unarchived } from '../queries.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_007

/**
 * Of two changes at once the second reads the parts of the first.
 * @param product  null: a new one
 * @throws {InvalidForm} a part is not sold any more or is a hamper, or the product is a part itself; or the form counts stock, or
 * counts none for what is no hamper any more: the stored stock is from before it was one
 */
export async function assertHamper(
  tx: Tx,
  product: Pick<ProductRow, 'id' | 'parts'> | null,
  form: ProductChange,
): Promise<void> {
  const parts = form.parts === undefined ? (product?.parts ?? null) : form.parts
  if (parts === null) {
    if (product?.parts && form.stock === undefined) throw new InvalidForm({ stock: partSentences.count })
    return
  }
  // The form of a new product always has a stock.
  const stock = product || form.stock !== 0 ? form.stock : undefined
  if (stock !== undefined) throw new InvalidForm({ stock: partSentences.stock })
  if (form.stock_change !== undefined) throw new InvalidForm({ stock_change: partSentences.stock })
  if (!form.parts || form.parts === product?.parts) return
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
  const ids = partsIn(parts).map(({ product_id }) => product_id)
  const found = await unarchived(tx)
    .select(['id', 'parts'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  if (found.length < ids.length) throw new InvalidForm({ parts: partSentences.unknown })
  if (found.some((part) => part.parts !== null || part.id === product?.id)) {
    throw new InvalidForm({ parts: partSentences.nested })
  }
  if (product && (await isPart(tx, product.id))) throw new InvalidForm({ parts: partSentences.used })
}

const isPart = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('products').select('id').where('parts', 'like', `%${id}%`).executeTakeFirst()) !== undefined
