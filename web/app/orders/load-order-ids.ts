import { OrderList } from '@camilan/contract/orders'
import { maxPageSize } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** The most orders that can be chosen at once, because servers limit the URL that prints them. */
export const maxChosen = 500

/** The number of orders that are shipped, or shown for printing, at once. */
export const batchSize = maxPageSize

/** The chosen orders: a status, and the search and the filters of the list. */
export type OrderFilters = Readonly<Record<string, string>>

/**
 * The ids of the oldest orders that match, `maxChosen` at most.
 * @param onProgress  receives the number that is known so far
 */
export async function loadOrderIds(
  filters: OrderFilters,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (known: number) => void } = {},
): Promise<string[]> {
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const params = new URLSearchParams({ ...filters, limit: String(batchSize), page: String(page) })
    const { data, pagination } = await api.get(`/api/admin/orders?${params}`, OrderList, { ...(signal && { signal }) })
    for (const { id } of data) ids.add(id)
    onProgress?.(Math.min(ids.size, maxChosen))
    if (page >= pagination.total_page || ids.size >= maxChosen) return [...ids].slice(0, maxChosen)
  }
}

/** The parts of a selection, each of a size that the shop handles at once. */
export function batchesOf(ids: readonly string[]): (readonly string[])[] {
  const batches = []
  for (let first = 0; first < ids.length; first += batchSize) batches.push(ids.slice(first, first + batchSize))
  return batches
}
