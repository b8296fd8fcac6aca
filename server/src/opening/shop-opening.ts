/** Whether the shop takes orders, as this process knows it: for the pages, which are kept as ready answers. */
import { setTimeout as wait } from 'node:timers/promises'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { Opening } from '@camilan/contract/opening-answer'
import { catalogTopic } from '../catalog/catalog-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Broadcast } from '../platform/events/broadcast.ts'
import type { Settings } from '../settings/settings.ts'
import { type DayUse, hasCap, isFull, leftOf, useOfDay } from './daily-cap.ts'
import { presentOpening } from './present.ts'

export interface ShopOpening {
  /** `POST /api/orders` does not ask it: it decides inside its transaction. */
  current(): Opening
  /** Called when `current` has become another answer: by a change, by an order, or as time has passed. */
  onChange(listener: () => void): void
  close(): void
}

export interface ShopOpeningDeps {
  db: Db
  clock: Clock
  broadcast: Broadcast
  settings: Pick<Settings, 'current' | 'onChange'>
}

/** The longest pause between two looks at the clock: a computer that slept, or a clock that was set, is noticed then. */
const lookMs = 1_000
/** The shortest pause between two counts of the day's orders. */
const countPauseMs = 200
/** An event can be lost: after this time the day's orders are counted in any case, where there is a cap. */
const recountMs = 5_000

export async function openShopOpening({ db, clock, broadcast, settings }: ShopOpeningDeps): Promise<ShopOpening> {
  const listeners = new Set<() => void>()
  const day = dayCounter({ db, clock }, () => look())
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let said = ''
  const isCapped = () => hasCap(settings.current().daily_cap)

  function current(): Opening {
    const { daily_cap, ...rules } = settings.current()
    const use = day.use()
    return presentOpening(rules, { isFull: use !== undefined && isFull(leftOf(daily_cap, use)) }, clock())
  }

  /** Tell of another answer, count where it is time for it, and come back when something may have changed. */
  function look(): void {
    if (closed) return
    const opening = current()
    const text = JSON.stringify(opening)
    if (said !== '' && said !== text) for (const listener of listeners) listener()
    said = text
    if (!isCapped()) day.forget()
    else if (day.isDue()) day.count()
    const changesInMs = opening.changes_at ? Date.parse(opening.changes_at) - clock().getTime() : lookMs
    clearTimeout(timer)
    timer = setTimeout(look, Math.min(lookMs, Math.max(1, changesInMs)))
    timer.unref()
  }

  const recount = () => {
    day.outdate()
    if (isCapped()) day.count()
  }
  /** Orders take stock and return it, and say so with this event: no order has to tell of the cap as well. */
  const unsubscribe = broadcast.subscribe(catalogTopic, { onEvent: recount, onDisconnect: recount })
  const stopListening = settings.onChange(() => {
    day.outdate()
    look()
  })
  // Without the database nothing can be ordered; the looks that follow count as soon as it is back.
  if (isCapped()) await day.countNow().catch(() => {})
  look()
  return {
    current,
    onChange: (listener) => void listeners.add(listener),
    close() {
      closed = true
      clearTimeout(timer)
      unsubscribe()
      stopListening()
    },
  }
}

/** What the orders of the present day take of the cap. @param onCount  called after each count, and after its pause */
function dayCounter({ db, clock }: Pick<ShopOpeningDeps, 'db' | 'clock'>, onCount: () => void) {
  let counted: (DayUse & { day: string }) | undefined
  let countedAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = true
  let isCounting = false
  const use = () => (counted?.day === jakartaDay(clock()) ? counted : undefined)

  async function countNow(): Promise<void> {
    isOutdated = false
    const now = clock()
    try {
      counted = { day: jakartaDay(now), ...(await useOfDay(db, now)) }
      countedAtMs = performance.now()
    } catch (error) {
      isOutdated = true
      throw error
    }
    onCount()
  }

  return {
    /** Undefined where there is no cap, and until they are counted. */
    use,
    isDue: () => isOutdated || use() === undefined || performance.now() - countedAtMs > recountMs,
    countNow,
    /** One at a time, and not more often than `countPauseMs`: what is ordered meanwhile is counted after that. */
    count(): void {
      if (isCounting) return
      isCounting = true
      void countNow()
        .catch(() => {}) // the database is away: the next look, at most a second later, counts again
        .then(() => wait(countPauseMs, undefined, { ref: false }))
        .then(() => {
          isCounting = false
          onCount()
        })
    },
    outdate() {
      isOutdated = true
    },
    forget() {
      counted = undefined
    },
  }
}
