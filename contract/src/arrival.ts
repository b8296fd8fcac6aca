/** When an order is handed over and arrives, in words. Days and times are those of Jakarta. */
import { addDays } from './days.ts'
import { jakartaDay, jakartaMidnight } from './jakarta.ts'
import { weekdayNames, weekdayOf as weekdayNumber } from './opening.ts'
import type { Dispatch } from './opening-answer.ts'
import { cleanFormat } from './texts.ts'

const dayMs = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des']

/** The days that a delivery takes; null: not known. */
export interface DaysOnTheWay {
  days_min: number | null
  days_max: number | null
}

export interface Arrival {
  /** `Kam-Sab`; null if a weekday would be there twice. */
  weekdays: string | null
  /** `26-28 Nov` */
  dates: string
  /** All of them are over. */
  isOver: boolean
}

/** @param text  as the seller writes it: `3 hari`, `2-3 hari` or `2-3hari`; other words have no numbers to rely on */
export function daysOnTheWay(text: string): DaysOnTheWay {
  const [, min, max = min] = /^(\d{1,2})(?: ?- ?(\d{1,2}))? ?hari$/i.exec(cleanFormat(text)) ?? []
  if (min === undefined) return { days_min: null, days_max: null }
  return { days_min: Number(min), days_max: Math.max(Number(min), Number(max)) }
}

/**
 * @param from  the day, or a moment of the day, on which the parcel is handed over
 * @returns null where the way is not known
 */
export function arrivalOf(from: Date | string, { days_min, days_max }: DaysOnTheWay, now: Date): Arrival | null {
  if (days_min === null || days_max === null) return null
  const day = typeof from === 'string' && from.length === 10 ? from : jakartaDay(new Date(from))
  const [first, last] = [days_min, days_max].map((count) => jakartaMidnight(addDays(day, count))) as [Date, Date]
  const [start, end] = [shortDay(first), shortDay(last)]
  const isOneDay = first >= last
  const isWithinWeek = last.getTime() - first.getTime() <= 6 * dayMs
  const isSameMonth = start.month === end.month
  return {
    weekdays: isOneDay ? start.weekday : isWithinWeek ? `${start.weekday}-${end.weekday}` : null,
    dates: isOneDay
      ? formatShortDate(first)
      : `${isSameMonth ? start.day : formatShortDate(first)}-${formatShortDate(last)}`,
    isOver: now.getTime() >= last.getTime() + dayMs,
  }
}

/** `Senin, 30 Nov` of a day, whatever day it is read on. */
export function formatDay(day: string, now: Date): string {
  const time = jakartaMidnight(day)
  return `${weekdayOf(time)}, ${formatDate(time, now)}`
}

/** `hari ini`, `besok`, `Senin`, and a week from now or later `Senin, 30 Nov`; also for a day that is over. */
export function dayInWords(day: string, now: Date): string {
  const away = Math.round((jakartaMidnight(day).getTime() - jakartaMidnight(jakartaDay(now)).getTime()) / dayMs)
  if (away === 0) return 'hari ini'
  if (away === 1) return 'besok'
  return away > 0 && away < 7 ? weekdayOf(jakartaMidnight(day)) : formatDay(day, now)
}

/** `Pesan sebelum 14.00 WIB, dikirim hari ini`, or what of it is known. */
export function dispatchSentence(
  { before, in_words }: Dispatch,
  way: 'delivery' | 'pickup' = 'delivery',
  verb: 'Pesan' | 'Bayar' = 'Pesan',
): string {
  const sentence = `${way === 'pickup' ? 'bisa diambil' : 'dikirim'} ${in_words}`
  return before === null
    ? sentence.charAt(0).toUpperCase() + sentence.slice(1)
    : `${verb} sebelum ${before.replace(':', '.')} WIB, ${sentence}`
}

/** `Kamis` */
export const weekdayOf = (time: Date): string => weekdayNames[weekdayNumber(time)]

/** `26 Nov` */
export function formatShortDate(time: Date | string): string {
  const { day, month } = shortDay(new Date(time))
  return `${day} ${month}`
}

/** The same, in another year with it: `26 Nov 2025`. */
export function formatDate(time: Date | string, now = new Date()): string {
  const year = jakartaDay(new Date(time)).slice(0, 4)
  return year === jakartaDay(now).slice(0, 4) ? formatShortDate(time) : `${formatShortDate(time)} ${year}`
}

function shortDay(time: Date) {
  const day = jakartaDay(time)
  return {
    weekday: weekdayOf(time).slice(0, 3),
    day: Number(day.slice(8)),
    month: months[Number(day.slice(5, 7)) - 1] ?? '',
  }
}
