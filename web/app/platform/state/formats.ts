import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { serverDate } from './server-time'

export { formatJakartaTime, formatNumber, formatRupiah } from '@camilan/contract/formats'

const unitsOfDays = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const

/** An ISO instant as `5 menit yang lalu` or `kemarin`. After an hour, days are those of the calendar in Jakarta. */
export function formatRelativeTime(instant: string, now = serverDate()): string {
  const time = new Date(instant)
  const minutes = Math.trunc((time.getTime() - now.getTime()) / 60_000)
  if (minutes === 0) return 'baru saja'
  // Not made on import, because that takes long and most pages show no such time.
  const relative = new Intl.RelativeTimeFormat('id', { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const days = (jakartaMidnight(jakartaDay(time)).getTime() - jakartaMidnight(jakartaDay(now)).getTime()) / 86_400_000
  for (const [unit, length] of unitsOfDays) {
    const count = Math.trunc(days / length)
    if (Math.abs(count) === 1) return relative.format(count, unit)
    if (count !== 0) return new Intl.RelativeTimeFormat('id', { numeric: 'always' }).format(count, unit)
  }
  return relative.format(Math.trunc(minutes / 60), 'hour')
}
