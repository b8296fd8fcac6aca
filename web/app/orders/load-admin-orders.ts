import { OrderDetail, OrderList, type OrderStatus } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { type ListState, listParams } from '~/platform/list-url'

/** The paid orders, which must be shipped, oldest first. */
export function loadPaidOrders(limit: number, signal: AbortSignal): Promise<OrderList> {
  return api.get(`/api/admin/orders?status=DIBAYAR&limit=${limit}`, OrderList, { signal })
}

/** Newest first. `not` excludes one status. */
export function loadNewestOrders(
  list: ListState,
  signal: AbortSignal,
  { not }: { not?: OrderStatus } = {},
): Promise<OrderList> {
  const params = listParams(list)
  params.set('sortOrder', 'desc')
  if (not) params.set('not', not)
  return api.get(`/api/admin/orders?${params}`, OrderList, { signal })
}

export async function loadAdminOrder(id: string, signal: AbortSignal): Promise<OrderDetail> {
  const { data } = await api.get(`/api/admin/orders/${encodeURIComponent(id)}`, success(OrderDetail), { signal })
  return data
}
