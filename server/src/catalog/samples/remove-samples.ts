import type { Administrator } from '../../audit/record-change.ts'
import type { Tx } from '../../platform/db/db.ts'
import { archiveProduct, removeProduct } from '../delete-product.ts'
import { lockSamples } from './find-samples.ts'

/**
 * Delete the samples that were never ordered, and archive those that orders refer to. They leave every cart; their
 * pictures are deleted like all that nothing refers to. What an administrator has made her own stays.
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
