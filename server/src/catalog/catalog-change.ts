import type { Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'

/** Topic of the events that say: something that visitors see of the catalogue (a product, its price, its stock) changed. */
export const catalogTopic = 'catalog'

/** Call it in every transaction that writes to `products`: after the commit all processes drop their rendered pages. */
export function publishCatalogChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: catalogTopic, event: 'changed', data: null })
}
