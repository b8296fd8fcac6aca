import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { isLeaseFree, leaseEnd } from '../../platform/db/lease-time.ts'
import type { MediaStore } from '../files/media-store.ts'

interface Options {
  db: Db
  store: MediaStore
  warn: (line: string) => void
  /** While it returns true, as in a restored shop, no mark is written. */
  isPaused?: () => boolean
  /** The time between two checks of the other processes. */
  everyMs?: number
}

export interface StoreNotice {
  /** Resolves after the first check. */
  firstLook: Promise<void>
  /** Remove the mark of this process. */
  close(): Promise<void>
}

/** If the store is away the process ends without delay, and another process removes the mark. */
const closeMs = 2_000
const leasePrefix = 'pictures seen by '
/** No name of a picture, so it is never served. */
const markPrefix = 'process-'

/**
 * Warns if another process on this database has another store: uploads of one would be missing at the other. Each process
 * keeps a mark in its store, and a lease in the database that names the mark. A named mark that can't be found is in
 * another store. Processes with one folder or one bucket find each other's marks.
 */
export function noticeOtherStores({ db, store, warn, isPaused = () => false, everyMs = 20_000 }: Options): StoreNotice {
  const mark = `${markPrefix}${randomBytes(8).toString('hex')}`
  const name = `${leasePrefix}${mark} (${hostname()}, process ${process.pid})`
  const leaseMs = 3 * everyMs
  /** The number of checks in a row that did not find the mark of another process. */
  const missing = new Map<string, number>()
  let isMarked = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function look(): Promise<void> {
    if (isPaused()) return
    isMarked = true
    await store.put(mark, Buffer.from(`${name}\n`)) // written at each check, because it may be removed while this process stands still
    await db
      .insertInto('leases')
      .values({ name, number: 1, ends_at: leaseEnd(leaseMs) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ends_at: leaseEnd(leaseMs) }))
      .execute()
    const others = await db
      .selectFrom('leases')
      .select(['name', sql<boolean>`${isLeaseFree('ends_at', leaseMs)}`.as('is_over')])
      .where('name', 'like', `${leasePrefix}%`)
      .where('name', '!=', name)
      .execute()
    for (const other of others) {
      const theirs = other.name.slice(leasePrefix.length).split(' ')[0] ?? ''
      if (other.is_over) {
        await store.remove(theirs) // the mark of a process that was killed
        await db.deleteFrom('leases').where('name', '=', other.name).where(isLeaseFree('ends_at', leaseMs)).execute()
        continue
      }
      const misses = (await store.has(theirs)) ? 0 : (missing.get(other.name) ?? 0) + 1
      missing.set(other.name, misses)
      // Only at the second check, because a process that stood still puts its mark back.
      if (misses === 2) {
        warn(
          `Another process on this database keeps its pictures elsewhere (${other.name.slice(other.name.indexOf('(') + 1, -1)}): what is uploaded at one is missing at the other. Give all of them one shared folder as DATA_DIR/media, or MEDIA_S3_* (docs/scaling.md, Pictures).`,
        )
      }
    }
  }

  let last: Promise<void>
  const tick = () => {
    last = look().catch(() => {}) // the database or the store is away, which is logged elsewhere; the next check follows
    void last.then(() => {
      if (!closed) timer = setTimeout(tick, everyMs)
    })
    return last
  }
  const firstLook = tick()
  return {
    firstLook,
    async close() {
      closed = true
      clearTimeout(timer)
      await last
      if (!isMarked) return
      const removed = db
        .deleteFrom('leases')
        .where('name', '=', name)
        .execute()
        .then(() => store.remove(mark))
      await Promise.race([removed.catch(() => {}), wait(closeMs, undefined, { ref: false })])
    },
  }
}
