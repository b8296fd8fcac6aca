/** The lists of 'Kelola Pesanan', which are also shown beside an order. */
import type { AdminOrderList, OrderList } from '@camilan/contract/orders'
import { maxPageSize } from '@camilan/contract/wire'
import { isFiltered, type ListState } from '~/platform/pages/list-url'
import { loadNewestOrders, loadPaidOrders } from './load-admin-orders'

/** The filters in the URL of the list, and of an order that was opened from it. */
export const filterNames = ['status', 'packed', 'handover', 'batch', 'from', 'to'] as const

/** Parts of DIBAYAR, as `packed` of the API. */
export const packedViews = [
  { value: 'no', title: 'Perlu dikemas' },
  { value: 'yes', title: 'Siap diserahkan' },
] as const

export interface OrderLists {
  /** The oldest paid orders; null for a search or a filter. */
  paid: OrderList | null
  others: AdminOrderList
}

export async function loadOrderLists(list: ListState, signal: AbortSignal): Promise<OrderLists> {
  if (isFiltered(list)) return { paid: null, others: await loadNewestOrders(list, signal) }
  const [paid, others] = await Promise.all([
    loadPaidOrders(maxPageSize, signal),
    loadNewestOrders(list, signal, { not: 'DIBAYAR' }),
  ])
  return { paid, others }
}

/** `Dibayar`, in a row of tabs that has no room for more. */
export const statusWord = (status: string) => status.charAt(0) + status.slice(1).toLowerCase()

/** `Dibayar`. DIPROSES would say to the seller that the order is in work. */
export const statusLabel = (status: string) => (status === 'DIPROSES' ? 'Belum dibayar' : statusWord(status))

/** The heading of `others`. */
export function headingOf(list: ListState): string {
  const { status, packed, ...filters } = list.filters
  if (!isFiltered(list)) return 'Semua Pesanan'
  const part = packedViews.find(({ value }) => value === packed)
  if (part) return part.title
  return status && list.query === '' && Object.keys(filters).length === 0
    ? `Pesanan ${statusLabel(status)}`
    : 'Hasil Pencarian'
}
