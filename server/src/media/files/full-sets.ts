import type { Focus } from '@camilan/contract/images'
import { withFocus } from '@camilan/contract/product-pictures'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Images } from '../../platform/db/db-types.ts'
import { type BroadcastEvent, publish } from '../../platform/events/broadcast.ts'
import type { Subscriber } from '../../platform/events/subscribers.ts'

/**
 * Topic of the events about how pictures are shown. The event is `made` or `removed`, of a full set, or `deleted`, of the
 * picture, and its data is the hash; or it is `look`, and `#` and the colours and the focus follow the hash.
 */
export const fullSetTopic = 'full-sets'

export interface KnownPictures {
  /** The value of `image_look`. */
  lookOf(hash: string): string | null
}

/**
 * The pictures whose full set exists, and how pictures are shown, in the memory of this process, because every picture in a
 * response needs it. 100,000 pictures take 20 MB. Subscribe it to `fullSetTopic`.
 */
export interface FullSets extends KnownPictures, Subscriber {
  /** Whether the full set exists. */
  has(hash: string): boolean
  /** Read all of them from the database. Events that arrive meanwhile are kept. */
  load(): Promise<void>
}

export function openFullSets(db: Db): FullSets {
  let made = new Set<string>()
  /** With the colours and the focus alone. */
  let looks = new Map<string, string>()
  /** Events that the query of a running `load` may not have seen. */
  const missed = new Set<BroadcastEvent[]>()
  const apply = ({ event, data }: BroadcastEvent) => {
    const hash = String(data).slice(0, 32)
    if (event === 'look') looks.set(hash, String(data).slice(33))
    else if (event === 'made') made.add(hash)
    else {
      made.delete(hash)
      // The set of a picture that stays is made again, without another `look`.
      if (event === 'deleted') looks.delete(hash)
    }
  }
  async function load(): Promise<void> {
    const events: BroadcastEvent[] = []
    missed.add(events)
    try {
      const rows = await db
        .selectFrom('images')
        .select(['hash', 'full_set', ...lookColumns])
        .where((eb) =>
          eb.or([eb('full_set', '=', 'made'), eb('colors', 'is not', null), eb('focus_x', 'is not', null)]),
        )
        .execute()
      made = new Set(rows.flatMap(({ hash, full_set }) => (full_set === 'made' ? [hash] : [])))
      looks = new Map(rows.map((row) => [row.hash, lookOfRow(row)]))
      for (const event of events) apply(event)
    } finally {
      missed.delete(events)
    }
  }
  return {
    has: (hash) => made.has(hash),
    lookOf: (hash) => (made.has(hash) ? 'full:' : '') + (looks.get(hash) ?? '') || null,
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
export function publishFullSet(tx: Tx, event: 'made' | 'removed' | 'deleted', hash: string): Promise<void> {
  return publish(tx, { topic: fullSetTopic, event, data: hash })
}

const lookColumns = ['colors', 'focus_x', 'focus_y'] as const

const lookOfRow = ({ colors, focus_x, focus_y }: Pick<Selectable<Images>, (typeof lookColumns)[number]>): string =>
  focus_x === null || focus_y === null ? (colors ?? '') : withFocus(colors, { x: focus_x, y: focus_y })

/**
 * Change how a picture is shown.
 * @returns whether that differs from before; false also for a picture that has been deleted
 */
export async function setLook(tx: Tx, hash: string, change: { colors: string } | { focus: Focus }): Promise<boolean> {
  const columns = 'colors' in change ? change : { focus_x: change.focus.x, focus_y: change.focus.y }
  const changed = await tx
    .updateTable('images')
    .set(columns)
    .where('hash', '=', hash)
    .where((eb) =>
      eb.or(Object.entries(columns).map(([name, value]) => eb(eb.ref(name as 'colors'), 'is distinct from', value))),
    )
    .returning(lookColumns)
    .executeTakeFirst()
  if (!changed) return false
  await publish(tx, { topic: fullSetTopic, event: 'look', data: `${hash}#${lookOfRow(changed)}` })
  return true
}
