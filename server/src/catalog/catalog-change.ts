import type { Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'

/** Topic of the events about changes that visitors see in the catalogue: a product, its price, its stock. */
export const catalogTopic = 'catalog'

/** Call it in every transaction that writes to `products`: after the commit all processes remove their rendered pages. */
export function publishCatalogChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: catalogTopic, event: 'changed', data: null })
}
