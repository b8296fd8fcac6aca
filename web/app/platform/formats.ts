import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'

export { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'

const wholeNumber = new Intl.NumberFormat('id-ID')
const relative = new Intl.RelativeTimeFormat('id', { numeric: 'auto' })
const counted = new Intl.RelativeTimeFormat('id', { numeric: 'always' })

/** `1.250` */
export const formatNumber = (value: number): string => wholeNumber.format(value)

const unitsOfDays = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const

/** An ISO instant as `5 menit yang lalu` or `kemarin`. From an hour on, days are those of the calendar in Jakarta. */
export function formatRelativeTime(instant: string, now = new Date()): string {
  const time = new Date(instant)
  const minutes = Math.trunc((time.getTime() - now.getTime()) / 60_000)
  if (minutes === 0) return 'baru saja'
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const days = (jakartaMidnight(jakartaDay(time)).getTime() - jakartaMidnight(jakartaDay(now)).getTime()) / 86_400_000
  for (const [unit, length] of unitsOfDays) {
    const count = Math.trunc(days / length)
    if (count !== 0) return (Math.abs(count) === 1 ? relative : counted).format(count, unit)
  }
  return relative.format(Math.trunc(minutes / 60), 'hour')
}
