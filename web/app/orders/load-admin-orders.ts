import {
  AdminOrderDetail,
  AdminOrderList,
  type Order,
  type OrderDetail,
  OrderList,
  type OrderStatus,
} from '@camilan/contract/orders'
import { maxPageSize, success } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { type ListState, listParams } from '~/platform/list-url'

/** The paid orders, which must be shipped, oldest first. */
export function loadPaidOrders(limit: number, signal: AbortSignal, page = 1): Promise<OrderList> {
  return api.get(`/api/admin/orders?status=DIBAYAR&limit=${limit}&page=${page}`, OrderList, { signal })
}

/**
 * Those of the orders that are paid, oldest first; without ids, all of them. One call can ship `maxPageSize` of them.
 * `isAll`: there are no more.
 */
export async function loadOrdersToShip(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ orders: readonly Order[]; isAll: boolean }> {
  const found: Order[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await loadPaidOrders(maxPageSize, signal, page)
    found.push(...data.filter(({ id }) => ids.length === 0 || ids.includes(id)))
    const isLast = page >= pagination.total_page
    if (isLast || found.length > maxPageSize || found.length === ids.length) {
      return { orders: found.slice(0, maxPageSize), isAll: found.length <= maxPageSize }
    }
  }
}

/** Newest first; what is to be packed or handed over oldest first, like its labels. `not` excludes one status. */
export function loadNewestOrders(
  list: ListState,
  signal: AbortSignal,
  { not }: { not?: OrderStatus } = {},
): Promise<AdminOrderList> {
  const params = listParams(list)
  params.set('sortOrder', list.filters.packed ? 'asc' : 'desc')
  if (not) params.set('not', not)
  return api.get(`/api/admin/orders?${params}`, AdminOrderList, { signal })
}

/** For a member of staff an order has no refunds. */
export async function loadAdminOrder(id: string, signal: AbortSignal): Promise<OrderDetail> {
  const { data } = await api.get(`/api/admin/orders/${encodeURIComponent(id)}`, success(AdminOrderDetail), { signal })
  const { refunds = [], refund_account = null, ...order } = data
  return { ...order, refunds, refund_account }
}
