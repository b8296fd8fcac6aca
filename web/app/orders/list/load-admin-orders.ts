import {
  AdminOrderDetail,
  AdminOrderList,
  type Order,
  type OrderDetail,
  OrderList,
  type OrderStatus,
} from '@camilan/contract/orders'
import { maxPageSize, success } from '@camilan/contract/wire'
import { eachOrder } from '~/orders/load-order-ids'
import { api } from '~/platform/api/api'
import { type ListState, listParams } from '~/platform/pages/list-url'

/** The paid orders, which must be shipped, oldest first. */
export function loadPaidOrders(limit: number, signal: AbortSignal): Promise<OrderList> {
  return api.get(`/api/admin/orders?status=DIBAYAR&limit=${limit}`, OrderList, { signal })
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
  for await (const order of eachOrder({ status: 'DIBAYAR' }, signal)) {
    if (ids.length === 0 || ids.includes(order.id)) found.push(order)
    if (found.length > maxPageSize || found.length === ids.length) break
  }
  return { orders: found.slice(0, maxPageSize), isAll: found.length <= maxPageSize }
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
