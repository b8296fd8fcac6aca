import { type Order, OrderList } from '@camilan/contract/orders'
import { maxPageSize } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'

/** The most orders that can be chosen at once, because servers limit the URL that prints them. */
export const maxChosen = 500

/** The number of orders that are shipped, or shown for printing, at once. */
export const batchSize = maxPageSize

/** The chosen orders: a status, and the search and the filters of the list. */
export type OrderFilters = Readonly<Record<string, string>>

/** All orders that match, oldest first. Those that another device ships meanwhile are left out, and hide no other. */
export async function* eachOrder(filters: OrderFilters, signal?: AbortSignal): AsyncGenerator<Order> {
  for (let after = ''; ; ) {
    const params = new URLSearchParams({ ...filters, limit: String(batchSize), ...(after && { after }) })
    const { data } = await api.get(`/api/admin/orders?${params}`, OrderList, { ...(signal && { signal }) })
    yield* data
    const last = data.at(-1)
    if (data.length < batchSize || !last) return
    after = last.id
  }
}

/**
 * The ids of the oldest orders that match, `maxChosen` at most.
 * @param onProgress  receives the number that is known so far
 */
export async function loadOrderIds(
  filters: OrderFilters,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (known: number) => void } = {},
): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of eachOrder(filters, signal)) {
    ids.push(id)
    if (ids.length % batchSize === 0) onProgress?.(ids.length)
    if (ids.length === maxChosen) break
  }
  return ids
}

/** The parts of a selection, each of a size that the shop handles at once. */
export function batchesOf(ids: readonly string[]): (readonly string[])[] {
  const batches = []
  for (let first = 0; first < ids.length; first += batchSize) batches.push(ids.slice(first, first + batchSize))
  return batches
}
