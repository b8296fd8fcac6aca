import { formatDate, weekdayOf } from '@camilan/contract/arrival'
import { jakartaDay, jakartaMidnight, jakartaWallClock } from '@camilan/contract/jakarta'
import { formatJakartaTime } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { useNow } from '~/platform/state/use-now'

const near = ['kemarin', 'hari ini', 'besok']

/** A moment inside a sentence: `besok 14:20 WIB`, `Sabtu 28 Nov 14:20 WIB`, in another year `2 Jan 2027 14:20 WIB`. */
export function formatMoment(instant: string, now = serverDate()): string {
  const time = new Date(instant)
  const [today, day] = [jakartaDay(now), jakartaDay(time)]
  const daysAhead = (jakartaMidnight(day).getTime() - jakartaMidnight(today).getTime()) / 86_400_000
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const date = `${isThisYear ? `${weekdayOf(time)} ` : ''}${formatDate(time, now)}`
  return `${near[daysAhead + 1] ?? date} ${jakartaWallClock(time).slice(11, 16)} WIB`
}

/** A moment that a person waits for, or that is just over. 'besok' becomes 'hari ini' on a page that stays open. */
export function Moment({ at, className = '' }: { at: string; className?: string }) {
  const now = new Date(useNow(60_000))
  return (
    <time dateTime={at} title={formatJakartaTime(at)} className={`whitespace-nowrap ${className}`}>
      {formatMoment(at, now)}
    </time>
  )
}
