/** Whether the shop takes orders, and its season, in the memory of this process, for pages that are kept as ready answers. */
import { setTimeout as wait } from 'node:timers/promises'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { Opening } from '@camilan/contract/opening-answer'
import { isSeasonNow, type Season } from '@camilan/contract/season'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Broadcast } from '../../platform/events/broadcast.ts'
import { catalogTopic } from '../../products/catalog-change.ts'
import type { Settings } from '../../settings/settings.ts'
import { cappedDay, type DayUse, hasCap, isFull, leftOf, useOfDay } from './daily-cap.ts'
import { presentOpening } from './present.ts'

export interface ShopOpening {
  /** `POST /api/orders` does not use this: it decides inside its transaction. */
  current(): Opening
  /** The season of this moment, as it is set. */
  season(): Season | null
  /** Called when one of them changes, because of a setting, an order or the time. */
  onChange(listener: () => void): void
  close(): void
}

export interface ShopOpeningDeps {
  db: Db
  clock: Clock
  broadcast: Broadcast
  settings: Pick<Settings, 'current' | 'onChange'>
}

/** The longest pause between two checks of the time, so that a sleep of the computer or a set clock is noticed. */
const lookMs = 1_000
/** The shortest pause between two counts of the day's orders. */
const countPauseMs = 200
/** An event can be lost. If there is a cap, the day's orders are counted again after this time. */
const recountMs = 5_000

export async function openShopOpening({ db, clock, broadcast, settings }: ShopOpeningDeps): Promise<ShopOpening> {
  const listeners = new Set<() => void>()
  const day = dayCounter({ db, clock, settings }, () => look())
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let said = ''
  const isCapped = () => hasCap(settings.current().daily_cap)

  function current(): Opening {
    const { daily_cap, ...rules } = settings.current()
    const use = day.use()
    return presentOpening(rules, { isFull: use !== undefined && isFull(leftOf(daily_cap, use)) }, clock())
  }

  function season(): Season | null {
    const { season } = settings.current()
    return season && isSeasonNow(season, clock()) ? season : null
  }

  /** Report a new answer, count when it is time, and run again when the answer may change. */
  function look(): void {
    if (closed) return
    const opening = current()
    const text = JSON.stringify([opening, season()])
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
  /** Orders take and return stock with this event, so no second event for the cap is needed. */
  const unsubscribe = broadcast.subscribe(catalogTopic, { onEvent: recount, onDisconnect: recount })
  const stopListening = settings.onChange(() => {
    day.outdate()
    look()
  })
  // Without the database nobody can order. Later checks count as soon as it is back.
  if (isCapped()) await day.countNow().catch(() => {})
  look()
  return {
    current,
    season,
    onChange: (listener) => void listeners.add(listener),
    close() {
      closed = true
      clearTimeout(timer)
      unsubscribe()
      stopListening()
    },
  }
}

/** The part of the cap that the present day's orders take. @param onCount  called after each count, and after its pause */
function dayCounter({ db, clock, settings }: Pick<ShopOpeningDeps, 'db' | 'clock' | 'settings'>, onCount: () => void) {
  let counted: (DayUse & { day: string }) | undefined
  let countedAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = true
  let isCounting = false
  /** The days to which an order of now belongs: that of making, and that of the order. */
  const dayOf = (now: Date) => `${cappedDay(settings.current(), now)} ${jakartaDay(now)}`
  const use = () => (counted?.day === dayOf(clock()) ? counted : undefined)

  async function countNow(): Promise<void> {
    isOutdated = false
    const now = clock()
    try {
      counted = { day: dayOf(now), ...(await useOfDay(db, settings.current(), now)) }
      countedAtMs = performance.now()
    } catch (error) {
      isOutdated = true
      throw error
    }
    onCount()
  }

  return {
    /** Undefined without a cap, and before the first count. */
    use,
    isDue: () => isOutdated || use() === undefined || performance.now() - countedAtMs > recountMs,
    countNow,
    /** One count at a time, at most every `countPauseMs`. Orders placed meanwhile are counted afterwards. */
    count(): void {
      if (isCounting) return
      isCounting = true
      void countNow()
        .catch(() => {}) // the database is away: the next check, at most a second later, counts again
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
