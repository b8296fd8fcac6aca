import type { Delivery } from './delivery.ts'

const HISTORY_LENGTH = 1_000

/** Drops the oldest finished deliveries beyond a thousand; those that still wait are never dropped. */
export function forgetOldest(deliveries: Map<string, Delivery>): void {
  for (const { id, state } of deliveries.values()) {
    if (deliveries.size <= HISTORY_LENGTH) return
    if (state !== 'waiting') deliveries.delete(id)
  }
}
