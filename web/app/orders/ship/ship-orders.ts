import type { ShipmentForm } from '@camilan/contract/orders'
import { ShippingResult } from '@camilan/contract/ship-orders'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'

type Shippable = ShipmentForm & { id: string }

/** Ships several paid orders. A refused one does not stop the others. */
export async function shipOrders(orders: readonly Shippable[]): Promise<readonly ShippingResult[]> {
  return (await api.post('/api/admin/orders/ship', { orders }, success(z.array(ShippingResult)))).data
}

/** @throws {ApiError} it is refused, or another device has shipped it with another courier or number */
export async function shipOrder(order: Shippable): Promise<void> {
  const [result] = await shipOrders([order])
  const reason = result?.reason ?? result?.note
  if (reason) throw new ApiError(409, 'INVALID_TRANSITION', reason)
}
