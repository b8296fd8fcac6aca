import { formatDay } from './day-format'

interface BarsProps {
  /** What is counted each day: `Pendapatan`. */
  name: string
  days: readonly { date: string; value: number; title: string }[]
  format: (value: number) => string
  /** The svg's height and the bars' colour. */
  className: string
}

const height = 100
/** Of the width that a day has, the part its bar takes; the viewBox is one unit wide per day. */
const barWidth = 0.7

/** A bar for each day, and in words which was the highest. */
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
