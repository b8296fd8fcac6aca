import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { cleanFormat } from '@camilan/contract/texts'
import { serverDate } from '~/platform/state/server-time'

const dayMs = 86_400_000
const weekdays = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des']

interface Arrival {
  /** `Kam-Sab`; null if a weekday would be there twice. */
  weekdays: string | null
  /** `26-28 Nov` */
  dates: string
  /** All of them are over. */
  isOver: boolean
}

/**
 * @param days  how long the delivery takes, as the seller writes it; null is returned for anything but `3 hari` or `2-3 hari`
 */
export function arrivalOf(sent: Date | string, days: string, now = serverDate()): Arrival | null {
  const [, from, to = from] = /^(\d{1,2})(?: ?- ?(\d{1,2}))? ?hari$/i.exec(cleanFormat(days)) ?? []
  if (from === undefined) return null
  const [first, last] = [from, to].map((count) => midnight(sent, Number(count))) as [Date, Date]
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

/** `Kamis`, in Jakarta. */
export const weekdayOf = (time: Date): string => weekdays[new Date(`${jakartaDay(time)}T00:00:00Z`).getUTCDay()] ?? ''

/** `26 Nov`, in Jakarta. */
export function formatShortDate(time: Date | string): string {
  const { day, month } = shortDay(new Date(time))
  return `${day} ${month}`
}

/** The same, in another year with it: `26 Nov 2025`. */
export function formatDate(time: Date | string, now = new Date()): string {
  const year = jakartaDay(new Date(time)).slice(0, 4)
  return year === jakartaDay(now).slice(0, 4) ? formatShortDate(time) : `${formatShortDate(time)} ${year}`
}

const midnight = (time: Date | string, days: number) =>
  new Date(jakartaMidnight(jakartaDay(new Date(time))).getTime() + days * dayMs)

function shortDay(time: Date) {
  const day = jakartaDay(time)
  return {
    weekday: weekdayOf(time).slice(0, 3),
    day: Number(day.slice(8)),
    month: months[Number(day.slice(5, 7)) - 1] ?? '',
  }
}
