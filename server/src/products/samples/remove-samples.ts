import type { Administrator } from '../../people/audit/record-change.ts'
import type { Tx } from '../../platform/db/db.ts'
import { archiveProduct, removeProduct } from '../change/delete-product.ts'
import { lockSamples } from './find-samples.ts'

/**
 * Delete the samples without orders, and archive those with orders. They leave every cart, and their unused pictures are
 * deleted. The samples that an administrator has changed into her own stay.
 */
export async function removeSampleProducts(
  tx: Tx,
  by: Administrator,
  now: Date,
): Promise<{ deleted: number; archived: number }> {
  const samples = await lockSamples(tx)
  for (const { id, isOrdered } of samples) {
    if (isOrdered) await archiveProduct(tx, by, id, now)
    else await removeProduct(tx, by, id, now)
  }
  const archived = samples.filter(({ isOrdered }) => isOrdered).length
  return { deleted: samples.length - archived, archived }
}
