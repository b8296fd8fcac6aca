import { orderStatuses } from '@camilan/contract/order-values'
import { type Period, periodLabels, periods } from '@camilan/contract/periods'
import type { Dashboard } from '@camilan/contract/reports'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerStatus } from '~/ui/shop/status-badge'

/** Paid orders of today, of this month and of the last one, and totals since the shop opened. */
export function Counters({ dashboard }: { dashboard: Dashboard }) {
  return (
    <section aria-label="Ringkasan" className="card grid gap-4 p-4 md:p-5">
      <dl className="grid gap-2 border-b border-line pb-4 md:grid-cols-3">
        {periods.map((period) => (
          <PeriodSums key={period} period={period} {...dashboard.periods[period]} />
        ))}
      </dl>
      <p className="-mb-2 font-semibold">Sejak toko dibuka</p>
      <dl className="grid grid-cols-2 narrow:grid-cols-1 gap-x-4 gap-y-2 md:grid-cols-3">
        <Counter name="Pendapatan" className="col-span-full md:col-span-1">
          <Rupiah amount={dashboard.revenue} />
          {dashboard.refunded + dashboard.owed > 0 && (
            <span className="block text-13 font-semibold text-muted">
              {`Dikembalikan, ditarik, atau perlu dikembalikan ${formatRupiah(dashboard.refunded + dashboard.owed)}, bersih ${formatRupiah(dashboard.net_revenue)}`}
            </span>
          )}
        </Counter>
        <Counter name="Pesanan">{formatNumber(dashboard.total_orders)}</Counter>
        <Counter name="Pengguna">{formatNumber(dashboard.total_users)}</Counter>
      </dl>
      <ul aria-label="Pesanan menurut status" className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line pt-4">
        {orderStatuses.map((status) => (
          <li key={status} className="flex items-center gap-2">
            <SellerStatus status={status} />
            <span className="font-bold tabular-nums">{formatNumber(dashboard.orders_by_status[status])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The whole of it leads to the report. */
function PeriodSums({ period, revenue, orders }: Dashboard['periods']['today'] & { period: Period }) {
  return (
    <div className="relative -mx-2 flex min-h-11 flex-wrap items-baseline justify-between gap-x-3 rounded-xl px-2 py-2 hover:bg-soft md:block">
      <dt className="text-muted">
        <Link
          to={`${href('/admin/report')}?period=${period}`}
          className="underline decoration-line underline-offset-4 after:absolute after:inset-0"
        >
          {periodLabels[period]}
        </Link>
      </dt>
      <dd className="text-right md:text-left">
        <Rupiah amount={revenue} className="text-21 font-extrabold tracking-tight md:text-28" />{' '}
        <span className="text-13 whitespace-nowrap text-muted md:block">{`${formatNumber(orders)} pesanan`}</span>
      </dd>
    </div>
  )
}

function Counter({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-17 font-bold tabular-nums">{children}</dd>
    </div>
  )
}
