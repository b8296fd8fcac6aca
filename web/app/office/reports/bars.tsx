interface BarsProps {
  /** The quantity of each day: `Pendapatan`. */
  name: string
  days: readonly { date: string; value: number; title: string }[]
  format: (value: number) => string
  /** The svg's height and the bars' colour. */
  className: string
}

const height = 100
/** The viewBox is one unit wide per day, and a bar takes this part of it. */
const barWidth = 0.7

/** A bar chart with one bar per day. Its caption says which day was the highest. */
export function Bars({ name, days, format, className }: BarsProps) {
  const highest = Math.max(...days.map(({ value }) => value))
  const best = days.find(({ value }) => value === highest)
  if (!best) return null
  const peak = `tertinggi ${format(highest)}, ${formatDay(best.date)}`
  return (
    <figure className="mt-4">
      <figcaption className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
        <span>{name}</span>
        <span>{peak}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`Grafik ${name.toLowerCase()} per hari: ${peak}`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className={`w-full border-b border-control ${className}`}
      >
        {days.map(({ date, value, title }, index) => {
          const barHeight = (value / highest) * height
          return (
            <g key={date} className="group">
              <title>{title}</title>
              <rect x={index} width={1} height={height} className="fill-transparent group-hover:fill-soft" />
              <rect x={index + (1 - barWidth) / 2} y={height - barHeight} width={barWidth} height={barHeight} />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

const dayFormat = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Writes a calendar date, `2026-11-20`, as `20 Nov`. */
export function formatDay(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`))
}
