/**
 * When the shop takes orders: closures by an administrator, weekly hours, full days. All days and hours are those of
 * Jakarta. The server alone decides, and pages get the result.
 */
import { jakartaDay, jakartaMidnight, jakartaWallClock } from './jakarta.ts'
import { type Weekday, weekdays } from './settings-values.ts'

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  1: 'Senin',
  2: 'Selasa',
  3: 'Rabu',
  4: 'Kamis',
  5: 'Jumat',
  6: 'Sabtu',
  7: 'Minggu',
}

/** `from` and `to` as 08:00, `to` also as 24:00. If `to` is not after `from`, the hours end on the next day. */
export interface DayHours {
  from: string
  to: string
}

/** Null for a day on which the shop is closed. */
export type WeeklyHours = Readonly<Record<Weekday, DayHours | null>>

export interface OpeningSettings {
  /** `reopens_on` is a day as 2026-11-20, at whose beginning the shop opens by itself. */
  closed: { sentence: string; reopens_on: string | null } | null
  hours: WeeklyHours | null
  /** Otherwise the hours are only shown. */
  hours_refuse_orders: boolean
}

export type OpenState =
  | { isOpen: true; changesAt: Date | null }
  | { isOpen: false; reason: 'closed' | 'hours'; opensAt: Date | null; changesAt: Date | null }

const dayMs = 86_400_000

/** Whether the settings let the shop take orders at this moment. The cap of a day is not considered. */
export function openState(settings: OpeningSettings, now: Date): OpenState {
  const { closed } = settings
  if (closed) {
    if (closed.reopens_on === null) return { isOpen: false, reason: 'closed', opensAt: null, changesAt: null }
    const reopensAt = jakartaMidnight(closed.reopens_on)
    if (now < reopensAt) {
      return { isOpen: false, reason: 'closed', opensAt: nextOpening(settings, reopensAt), changesAt: reopensAt }
    }
  }
  if (!settings.hours_refuse_orders || settings.hours === null) return { isOpen: true, changesAt: null }
  const intervals = openIntervals(settings.hours, now)
  const isOpenUntil = (time: number) => intervals.find(({ begins, ends }) => begins <= time && time < ends)?.ends
  let ends = isOpenUntil(now.getTime())
  if (ends === undefined) {
    const next = intervals.find(({ begins }) => begins > now.getTime())
    const opensAt = next ? new Date(next.begins) : null
    return { isOpen: false, reason: 'hours', opensAt, changesAt: opensAt }
  }
  // Hours that begin when others end are one period for the reader, as in a shop that is open at night.
  for (let next = isOpenUntil(ends); next !== undefined; next = isOpenUntil(next)) ends = next
  return { isOpen: true, changesAt: new Date(ends) }
}

/** The first moment, including this one, at which the settings let the shop take orders; null for never. */
export function nextOpening(settings: OpeningSettings, from: Date): Date | null {
  const state = openState(settings, from)
  return state.isOpen ? from : state.opensAt
}

/** The first moment of the next day of Jakarta, when the count of a day's orders starts again. */
export const nextJakartaMidnight = (now: Date): Date => new Date(jakartaMidnight(jakartaDay(now)).getTime() + dayMs)

/** The open periods in their order, from the day before `now`, because its hours may end later, for more than a week. */
function openIntervals(hours: WeeklyHours, now: Date): { begins: number; ends: number }[] {
  const today = jakartaMidnight(jakartaDay(now)).getTime()
  return [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((offset) => {
    const midnight = today + offset * dayMs
    const day = hours[weekdayOf(new Date(midnight))]
    if (!day) return []
    const [begins, ends] = [midnight + msOf(day.from), midnight + msOf(day.to)]
    return [{ begins, ends: ends > begins ? ends : ends + dayMs }]
  })
}

export function weekdayOf(time: Date): Weekday {
  const sundayFirst = new Date(`${jakartaDay(time)}T00:00:00Z`).getUTCDay()
  return weekdays[(sundayFirst + 6) % 7] ?? '1'
}

/** 08:30 as milliseconds since midnight. */
function msOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}

/** Neighbouring days with the same hours are one line. */
export interface HoursLine {
  /** `Senin–Jumat` */
  days: string
  /** `08:00–17:00 WIB` */
  time: string
}

/** The weekly hours as people read them. */
export function hoursLines(hours: WeeklyHours): HoursLine[] {
  const lines: { first: Weekday; last: Weekday; time: string }[] = []
  for (const weekday of weekdays) {
    const time = timeOf(hours[weekday])
    const before = lines.at(-1)
    if (before?.time === time) before.last = weekday
    else lines.push({ first: weekday, last: weekday, time })
  }
  return lines.map(({ first, last, time }) => ({ days: daysFrom(first, last), time }))
}

function daysFrom(first: Weekday, last: Weekday): string {
  if (first === last) return weekdayNames[first]
  if (first === '1' && last === '7') return 'Setiap hari'
  return `${weekdayNames[first]}–${weekdayNames[last]}`
}

function timeOf(day: DayHours | null): string {
  if (!day) return 'Tutup'
  const { from, to } = day
  if (from === to || (from === '00:00' && to === '24:00')) return '24 jam'
  return `${from}–${to} WIB`
}

const longDay = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', dateStyle: 'full' })

/** `Senin, 23 November 2026`, with the time if it is not midnight: `… pukul 08:00 WIB`. */
export function formatOpeningTime(time: Date): string {
  const clock = jakartaWallClock(time).slice(11, 16)
  return clock === '00:00' ? longDay.format(time) : `${longDay.format(time)} pukul ${clock} WIB`
}
