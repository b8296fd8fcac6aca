import { type Days, dayAfter, periodLabels, periods } from '@camilan/contract/periods'
import { maxReportDays, Report } from '@camilan/contract/reports'
import { success } from '@camilan/contract/wire'
import { href, useNavigate } from 'react-router'
import drawing from '~/brand/empty-money.svg'
import { DownloadOrders } from '~/orders/list/download-orders'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { useListPending } from '~/platform/pages/use-list-pending'
import { keepPlace } from '~/platform/state/focus'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { DayField } from '~/ui/fields/day-field'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { PageSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/report-page'
import { ComparedList } from './compared-list'
import { netOf, ReportSums, RevenueParts } from './report-sums'
import { RevenueChart } from './revenue-chart'

const title = 'Laporan'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat laporan' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { data } = await api.get(`/api/admin/report?${searchParams}`, success(Report), { signal: request.signal })
  const asked = searchParams.get('period')
  const period = searchParams.has('from') ? null : (periods.find((one) => one === asked) ?? 'this_month')
  return { period, report: data }
}

export { PageSkeleton as HydrateFallback }

export default function ReportPage({ loaderData: { period, report } }: Route.ComponentProps) {
  const { now, before, totals } = report
  const pending = useListPending()
  return (
    <main className="page grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <DownloadOrders query={{ ...now, per: 'line' }} />
      </div>
      <TabLinks
        label="Hari yang dilihat"
        tabs={periods.map((one) => ({ to: `?period=${one}`, label: periodLabels[one], current: one === period }))}
      />
      <ChosenDays days={now} />
      <p className="text-muted">{`${formatDays(now)}, dibandingkan dengan ${formatDays(before)}.`}</p>
      <div
        aria-busy={pending}
        className={`grid grid-cols-1 gap-4 transition-opacity duration-150 ${pending ? 'opacity-55' : ''}`}
      >
        <ReportSums totals={totals} asks_costs={report.asks_costs} />
        {totals.now.orders === 0 ? (
          <NothingListed drawing={drawing}>Belum ada pesanan yang dibayar pada hari-hari ini</NothingListed>
        ) : (
          <Groups report={report} />
        )}
      </div>
    </main>
  )
}

function Groups({ report: { totals, products, cities, customers, days, discounts } }: { report: Report }) {
  return (
    // Columns, because no list knows how long the others are.
    <div className="-mb-4 gap-4 *:mb-4 *:break-inside-avoid xl:columns-2">
      <RevenueParts figures={totals.now} />
      {days.length > 1 && (
        <RevenueChart
          title="Pendapatan bersih per hari"
          days={days.map(({ date, now, before }) => ({
            date,
            revenue: netOf(now),
            orders: now.orders,
            before: netOf(before),
          }))}
        />
      )}
      <ComparedList
        title="Produk"
        rows={products.map(({ id, name, now, before }) => ({
          key: id,
          name,
          now: now.goods,
          before: before.goods,
          note: `${formatNumber(now.pieces)} terjual${marginNote(now)}`,
        }))}
      />
      {discounts.length > 0 && (
        <ComparedList
          title="Diskon & voucher"
          rows={discounts.map(({ id, name, now, before }) => ({
            key: id,
            name,
            note: `${formatNumber(now.orders)} pesanan, potongan ${formatRupiah(now.given)}`,
            now: now.revenue,
            before: before.revenue,
          }))}
        />
      )}
      <ComparedList
        title="Kota"
        rows={cities.map(({ name, now, before }) => ({
          key: name ?? '',
          name: name ?? 'Tanpa kota',
          now: netOf(now),
          before: netOf(before),
          note: `${formatNumber(now.orders)} pesanan, ongkos kirim ${formatRupiah(now.delivery)}`,
        }))}
      />
      <ComparedList
        title="Pembeli"
        rows={customers.map(({ id, name, now, before }) => ({
          key: id,
          name,
          to: href('/admin/customers/:customerId', { customerId: id }),
          note: `${formatNumber(now.orders)} pesanan`,
          now: netOf(now),
          before: netOf(before),
        }))}
      />
    </div>
  )
}

function marginNote({ pieces, goods, margin, goods_without_cost }: Report['products'][number]['now']): string {
  if (pieces === 0) return ''
  if (goods_without_cost === goods) return ', modal belum diisi saat dipesan'
  const percent = Math.round((margin / (goods - goods_without_cost)) * 100)
  return `, laba ${formatRupiah(margin)} (${percent}%)${goods_without_cost > 0 ? ', sebagian tanpa modal' : ''}`
}

/** Any other days. The second one follows the first where they would be too many or in the wrong order. */
function ChosenDays({ days: { from, to } }: { days: Days }) {
  const navigate = useNavigate()
  function choose(next: Days) {
    navigate(`?${new URLSearchParams({ ...next })}`, keepPlace)
  }
  const far = maxReportDays - 1
  return (
    <div className="grid max-w-md grid-cols-2 gap-3 narrow:grid-cols-1">
      <DayField
        label="Dari tanggal"
        day={from}
        onChange={(day) => {
          if (day === '') return
          const last = dayAfter(day, far)
          choose({ from: day, to: to < day ? day : to > last ? last : to })
        }}
      />
      <DayField
        label="Sampai tanggal"
        day={to}
        onChange={(day) => {
          if (day === '') return
          const first = dayAfter(day, -far)
          choose({ from: from > day ? day : from < first ? first : from, to: day })
        }}
      />
    </div>
  )
}

/** `1–20 Nov 2026` */
function formatDays({ from, to }: Days): string {
  const format = new Intl.DateTimeFormat('id-ID', { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(Date.parse(from), Date.parse(to))
}
