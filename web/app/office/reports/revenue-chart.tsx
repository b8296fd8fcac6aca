import type { Dashboard } from '@camilan/contract/reports'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { Fold } from '~/ui/ask/fold'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah } from '~/ui/shop/rupiah'
import { Bars, formatDay } from './bars'

/** `before`: the revenue of the day to compare with. */
type Day = Dashboard['revenue_by_day'][number] & { before?: number }

/** Bar charts, and the same numbers as a table for users who can't use a chart. */
export function RevenueChart({ title, days }: { title: string; days: readonly Day[] }) {
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <SectionCard title={title}>
      <p>
        <Rupiah amount={revenue} className="text-21 font-extrabold tracking-tight" />{' '}
        <span className="text-muted">{`dari ${formatNumber(orders)} pesanan`}</span>
      </p>
      {revenue > 0 && <Charts days={days} />}
      <Fold title="Lihat sebagai tabel" className="mt-2 -mb-3">
        <DayTable days={days} />
      </Fold>
    </SectionCard>
  )
}

/** Revenue above, orders below, over the same days. */
function Charts({ days }: { days: readonly Day[] }) {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return null
  const barsOf = (figure: 'revenue' | 'orders') =>
    days.map((day) => ({ date: day.date, value: day[figure], title: sentenceOf(day) }))
  return (
    <>
      <Bars name="Pendapatan" days={barsOf('revenue')} format={formatRupiah} className="h-44 fill-accent" />
      <Bars name="Pesanan" days={barsOf('orders')} format={formatNumber} className="h-16 fill-control" />
      <p aria-hidden className="mt-1.5 flex justify-between text-13 text-muted">
        <span>{formatDay(first.date)}</span>
        <span>{formatDay(last.date)}</span>
      </p>
    </>
  )
}

function sentenceOf({ date, revenue, orders }: Day): string {
  return `${formatDay(date)}: ${formatRupiah(revenue)}, ${formatNumber(orders)} pesanan`
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label="Pendapatan per hari" tabIndex={0} className="max-h-72 overflow-y-auto">
      <table className="w-full text-left">
        <thead className="sticky top-0 bg-surface text-13">
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
            <tr key={day.date} className="border-t border-line align-baseline">
              <th scope="row" className="py-1.5 font-normal">
                {formatDay(day.date)}
              </th>
              <td className="py-1.5 text-right">{formatNumber(day.orders)}</td>
              <td className="py-1.5 pr-1 text-right">
                <Rupiah amount={day.revenue} />
                {day.before !== undefined && (
                  <span className="block text-13 text-muted">
                    sebelumnya <Rupiah amount={day.before} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
