import type { Dashboard } from '@camilan/contract/reports'
import { formatNumber, formatRupiah } from '~/platform/formats'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'
import { formatDay } from './day-format'

type Day = Dashboard['revenue_by_day'][number]

/** Bars for the eye, the same figures as a table for everyone else. */
export function RevenueChart({ days }: { days: readonly Day[] }) {
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <SectionCard title={`Pendapatan ${days.length} hari terakhir`}>
      <p>
        <Rupiah amount={revenue} className="text-21 font-extrabold tracking-tight" />{' '}
        <span className="text-gula-aren-muda">dari {formatNumber(orders)} pesanan</span>
      </p>
      {revenue > 0 && <Bars days={days} />}
      <details className="mt-3">
        <summary className="link min-h-11 content-center">Lihat sebagai tabel</summary>
        <DayTable days={days} />
      </details>
    </SectionCard>
  )
}

const height = 100
/** Of the width that a day has, the part its bar takes; the viewBox is one unit wide per day. */
const barWidth = 0.7

function Bars({ days }: { days: readonly Day[] }) {
  const highest = Math.max(...days.map((day) => day.revenue))
  const best = days.find((day) => day.revenue === highest)
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last || !best) return null
  return (
    <figure className="mt-4">
      <svg
        role="img"
        aria-label={`Grafik pendapatan per hari. Tertinggi ${formatRupiah(highest)} pada ${formatDay(best.date)}.`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="h-56 w-full border-b border-kayu-manis"
      >
        {days.map((day, index) => {
          const barHeight = (day.revenue / highest) * height
          return (
            <g key={day.date} className="group">
              <title>{`${formatDay(day.date)}: ${formatRupiah(day.revenue)}, ${formatNumber(day.orders)} pesanan`}</title>
              <rect x={index} width={1} height={height} className="fill-transparent group-hover:fill-tepung" />
              <rect
                x={index + (1 - barWidth) / 2}
                y={height - barHeight}
                width={barWidth}
                height={barHeight}
                className="fill-pandan"
              />
            </g>
          )
        })}
      </svg>
      <figcaption className="mt-1.5 flex justify-between gap-3 text-13 text-gula-aren-muda">
        <span>{formatDay(first.date)}</span>
        <span>
          tertinggi {formatRupiah(highest)}, {formatDay(best.date)}
        </span>
        <span>{formatDay(last.date)}</span>
      </figcaption>
    </figure>
  )
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Pendapatan per hari" tabIndex={0} className="max-h-72 overflow-y-auto">
      <table className="w-full text-left">
        <thead className="sticky top-0 bg-kelapa text-13">
          <tr>
            <th scope="col" className="py-1.5">
              Tanggal
            </th>
            <th scope="col" className="py-1.5 text-right">
              Pesanan
            </th>
            <th scope="col" className="py-1.5 pr-1 text-right">
              Pendapatan
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {days.toReversed().map((day) => (
            <tr key={day.date} className="border-t border-wijen">
              <th scope="row" className="py-1.5 font-normal">
                {formatDay(day.date)}
              </th>
              <td className="py-1.5 text-right">{formatNumber(day.orders)}</td>
              <td className="py-1.5 pr-1 text-right">
                <Rupiah amount={day.revenue} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
