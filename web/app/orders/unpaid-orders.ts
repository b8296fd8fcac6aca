import * as z from 'zod/mini'
import { readStored, writeStored } from '~/platform/storage'

const UnpaidOrders = z.array(z.object({ order_id: z.string(), snap_token: z.string() }))
export type UnpaidOrder = z.infer<typeof UnpaidOrders>[number]

const key = 'unpaidOrders'

/** The orders that were placed in this browser and may still be unpaid. Only a cache: the server decides. */
export function unpaidOrders(): UnpaidOrder[] {
  try {
    return z.parse(UnpaidOrders, JSON.parse(readStored(key) ?? '[]'))
  } catch {
    return []
  }
}

/** A second call for the same order replaces its token. */
export function rememberUnpaidOrder(order: UnpaidOrder): void {
  const others = unpaidOrders().filter(({ order_id }) => order_id !== order.order_id)
  writeStored(key, JSON.stringify([...others, { order_id: order.order_id, snap_token: order.snap_token }]))
}

export function forgetUnpaidOrder(orderId: string): void {
  writeStored(key, JSON.stringify(unpaidOrders().filter(({ order_id }) => order_id !== orderId)))
}
