import type { Tx } from '../platform/db/db.ts'
import { publish } from '../platform/events/broadcast.ts'

/** Topic of the events about changes that visitors see in the catalogue: a product, its price, its stock. */
export const catalogTopic = 'catalog'

/** Call it in every transaction that writes to `products`: after the commit all processes remove their rendered pages. */
export function publishCatalogChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: catalogTopic, event: 'changed', data: null })
}

/** Topic of the events about which products a search finds: one was added, removed, or has other texts or category. */
export const membershipTopic = 'catalog-membership'

/** Call it in every transaction that changes which products searches find: after the commit all processes count again. */
export function publishMembershipChange(tx: Tx): Promise<void> {
  return publish(tx, { topic: membershipTopic, event: 'changed', data: null })
}
