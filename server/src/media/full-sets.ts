import type { Db, Tx } from '../platform/db/db.ts'
import { type BroadcastEvent, publish } from '../platform/events/broadcast.ts'
import type { Subscriber } from '../platform/events/subscribers.ts'

/** Topic of the events about full sets: the event is `made` or `removed`, its data is the hash of the picture. */
export const fullSetTopic = 'full-sets'

/**
 * The pictures whose full set exists, in the memory of this process, because every picture in a response needs it. 100,000
 * pictures take 9 MB. Subscribe it to `fullSetTopic`.
 */
export interface FullSets extends Subscriber {
  has(hash: string): boolean
  /** Read all of them from the database. Events that arrive meanwhile are kept. */
  load(): Promise<void>
}

export function openFullSets(db: Db): FullSets {
  let made = new Set<string>()
  /** Events that the query of a running `load` may not have seen. */
  const missed = new Set<BroadcastEvent[]>()
  const apply = ({ event, data }: BroadcastEvent) => {
    if (event === 'made') made.add(String(data))
    else made.delete(String(data))
  }
  async function load(): Promise<void> {
    const events: BroadcastEvent[] = []
    missed.add(events)
    try {
      const rows = await db.selectFrom('images').select('hash').where('full_set', '=', 'made').execute()
      made = new Set(rows.map(({ hash }) => hash))
      for (const event of events) apply(event)
    } finally {
      missed.delete(events)
    }
  }
  return {
    has: (hash) => made.has(hash),
    load,
    onEvent(event) {
      apply(event)
      for (const events of missed) events.push(event)
    },
    // Called again when the connection is restored. Without the database no response names a picture.
    onDisconnect: () => void load().catch(() => {}),
  }
}

/** Call it in the transaction that writes `images.full_set` or deletes the row. */
export function publishFullSet(tx: Tx, event: 'made' | 'removed', hash: string): Promise<void> {
  return publish(tx, { topic: fullSetTopic, event, data: hash })
}
