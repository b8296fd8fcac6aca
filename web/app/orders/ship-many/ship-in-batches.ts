import { ShippingResult } from '@camilan/contract/ship-orders'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { batchesOf } from '~/orders/load-order-ids'
import { api } from '~/platform/api/api'

/** The result of one batch; `null` while it has none. */
export interface ShippedBatch {
  ids: readonly string[]
  results: readonly ShippingResult[] | null
  /** No answer came, so the result is unknown. */
  failed: boolean
}

/**
 * Ships the orders in batches, one after the other. The first batch that fails ends it, and later orders stay as they are.
 * @param onProgress  receives all batches, before the first and after each of them
 * @throws the error of the failed batch
 */
export async function shipInBatches(
  ids: readonly string[],
  onProgress: (batches: readonly ShippedBatch[]) => void,
): Promise<readonly ShippingResult[]> {
  const batches: ShippedBatch[] = batchesOf(ids).map((some) => ({ ids: some, results: null, failed: false }))
  onProgress([...batches])
  for (const [index, batch] of batches.entries()) {
    try {
      const { data } = await api.post('/api/admin/orders/ship', { ids: batch.ids }, success(z.array(ShippingResult)))
      batches[index] = { ...batch, results: data }
      onProgress([...batches])
    } catch (error) {
      batches[index] = { ...batch, failed: true }
      onProgress([...batches])
      throw error
    }
  }
  return batches.flatMap(({ results }) => results ?? [])
}
