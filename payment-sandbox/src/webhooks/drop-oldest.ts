import type { Delivery } from './delivery.ts'

const historyLength = 1_000

/** Keeps a thousand deliveries: removes the oldest finished ones, never one that is still waiting. */
export function dropOldest(deliveries: Map<string, Delivery>): void {
  for (const { id, state } of deliveries.values()) {
    if (deliveries.size <= historyLength) return
    if (state !== 'waiting') deliveries.delete(id)
  }
}
