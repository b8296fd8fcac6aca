/**
 * The days on which the seller makes, packs and hands over what is ordered. All days are those of Jakarta, as `2026-11-30`.
 * An order without a wished day is made and handed over as soon as her days allow; there are no orders before a product is sold.
 */
import { jakartaDay, jakartaMidnight, jakartaWallClock } from './jakarta.ts'
import { nextJakartaMidnight, weekdayOf } from './opening.ts'
import type { Weekday } from './settings-values.ts'

export interface SellerDays {
  /** None of them: goods are made on any day that is no holiday, and which day is not said. As for packing and handing over. */
  making_days: readonly Weekday[]
  packing_days: readonly Weekday[]
  handover_days: readonly Weekday[]
  /** The further days of making that goods take: 0 is ready on the day on which it is begun. */
  lead_days: number
  /** As 14:00: what is paid at this minute or later belongs to the next day; null: midnight. */
  cut_off: string | null
  /** Periods without any work, both days included. */
  holidays: readonly { from: string; to: string }[]
}

/** The days of one order. Null: not known. */
export interface Plan {
  making: string | null
  handover: string | null
}

const dayMs = 86_400_000
/** Without a day of work for so long, nothing is known. */
const farthest = 400

export const addDays = (day: string, count: number): string =>
  jakartaDay(new Date(jakartaMidnight(day).getTime() + count * dayMs))

type Work = Pick<SellerDays, 'holidays'> & { on: readonly Weekday[] }

function isWorkDay({ on, holidays }: Work, day: string): boolean {
  if (on.length > 0 && !on.includes(weekdayOf(jakartaMidnight(day)))) return false
  return !holidays.some(({ from, to }) => from <= day && day <= to)
}

/** The first day of work from this one on, in the direction of time or against it; null: there is none. */
function workDay(work: Work, from: string | null, step: 1 | -1 = 1): string | null {
  for (let count = 0; from !== null && count < farthest; count += 1) {
    const day = addDays(from, step * count)
    if (isWorkDay(work, day)) return day
  }
  return null
}

/** The same, after `count` further days of work. */
function workDayAfter(work: Work, from: string | null, count: number, step: 1 | -1 = 1): string | null {
  let day = workDay(work, from, step)
  for (let left = count; left > 0 && day !== null; left -= 1) day = workDay(work, addDays(day, step), step)
  return day
}

const worksOf = ({ making_days, packing_days, handover_days, holidays }: SellerDays) => ({
  making: { on: making_days, holidays },
  packing: { on: packing_days, holidays },
  handover: { on: handover_days, holidays },
})

/** The day to which a moment belongs: from the cut-off on, the next one. */
export function startDay({ cut_off }: Pick<SellerDays, 'cut_off'>, at: Date): string {
  const [day = '', clock = ''] = jakartaWallClock(at).split(' ')
  return cut_off !== null && clock.slice(0, 5) >= cut_off ? addDays(day, 1) : day
}

/** The days of an order that is paid on this day, or until its cut-off. */
export function planFrom(days: SellerDays, start: string): Plan {
  const { making, packing, handover } = worksOf(days)
  const begun = workDay(making, start)
  const packed = workDay(packing, workDayAfter(making, begun, days.lead_days))
  const handedOver = workDay(handover, packed)
  return {
    making: days.making_days.length > 0 ? begun : null,
    handover: days.handover_days.length > 0 ? handedOver : null,
  }
}

/** The last day on which an order is begun that is handed over on this one; null: never. */
export function makingFor(days: SellerDays, handover: string): string | null {
  const { making, packing } = worksOf(days)
  return workDayAfter(making, workDay(packing, handover, -1), days.lead_days, -1)
}

/** The moment from which on an order that is paid is too late for being handed over on this day; null: always. */
export function lastMomentFor(days: SellerDays, handover: string): Date | null {
  const begun = makingFor(days, handover)
  return begun === null ? null : endOfStart(days, begun)
}

/** The moment from which on orders belong to a later day than this one: the cut-off, or midnight. */
const endOfStart = ({ cut_off }: Pick<SellerDays, 'cut_off'>, day: string): Date =>
  cut_off === null ? nextJakartaMidnight(jakartaMidnight(day)) : new Date(`${day}T${cut_off}:00+07:00`)

/** The days on which an order can be handed over that is paid now, the first in `ahead` days. */
export function handoverDays(days: SellerDays, now: Date, ahead: number): string[] {
  const first = planFrom(days, startDay(days, now)).handover
  const last = addDays(jakartaDay(now), ahead)
  const found: string[] = []
  for (let day = first; day !== null && day <= last; day = workDay(worksOf(days).handover, addDays(day, 1))) {
    found.push(day)
  }
  return found
}

/** What an order of this moment may count on, until `changesAt`. */
export interface Dispatch {
  handover: string
  /** As 14:00, if an order of today has to be paid before it. */
  before: string | null
  changesAt: Date
}

/** Null: the day of handing over is not known. */
export function dispatchAt(days: SellerDays, now: Date): Dispatch | null {
  if (days.handover_days.length === 0) return null
  const today = jakartaDay(now)
  const start = startDay(days, now)
  const { handover } = planFrom(days, start)
  if (handover === null) return null
  const { cut_off } = days
  const isBound = cut_off !== null && start === today && planFrom(days, addDays(today, 1)).handover !== handover
  return {
    handover,
    before: isBound ? cut_off : null,
    changesAt: isBound ? endOfStart(days, today) : nextJakartaMidnight(now),
  }
}

/** The first moment after this one at which orders belong to another day of making. */
export function nextMakingAt(days: SellerDays, now: Date): Date {
  const { making } = planFrom(days, startDay(days, now))
  // After the cut-off, or from midnight on, of the day of making itself.
  return endOfStart(days, making ?? jakartaDay(now))
}

interface PromisedOrder {
  /** Of an order with a wished day. */
  handover_on: string | null
  paid_at: Date | string | null
}

/** The clock of an order starts when it is paid. Until then it is one that is paid now. */
export const handoverOf = (days: SellerDays, { handover_on, paid_at }: PromisedOrder, now: Date): string | null =>
  handover_on ?? planFrom(days, startDay(days, paid_at === null ? now : new Date(paid_at))).handover
