import type { OrderDetail } from '@camilan/contract/orders'
import { api, uncheckedData } from '~/platform/api/api'

export async function loadMyOrder(orderId: string, signal: AbortSignal): Promise<OrderDetail> {
  const path = `/api/orders/${encodeURIComponent(orderId)}`
  return (await api.get(path, uncheckedData<OrderDetail>(), { signal })).data
}
