import { readStored, writeStored } from '~/platform/state/storage'

export interface UnpaidOrder {
  order_id: string
  snap_token: string
}

const key = 'unpaidOrders'

/** The orders that were placed in this browser and may still be unpaid. Only a cache: the server decides. */
export function unpaidOrders(): UnpaidOrder[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUnpaidOrder) : []
  } catch {
    return []
  }
}

function isUnpaidOrder(stored: unknown): stored is UnpaidOrder {
  const { order_id, snap_token } = (stored ?? {}) as Partial<UnpaidOrder>
  return typeof order_id === 'string' && typeof snap_token === 'string'
}

/** A second call for the same order replaces its token. */
export function rememberUnpaidOrder(order: UnpaidOrder): void {
  const others = unpaidOrders().filter(({ order_id }) => order_id !== order.order_id)
  writeStored(key, JSON.stringify([...others, { order_id: order.order_id, snap_token: order.snap_token }]))
}

export function forgetUnpaidOrder(orderId: string): void {
  writeStored(key, JSON.stringify(unpaidOrders().filter(({ order_id }) => order_id !== orderId)))
}
