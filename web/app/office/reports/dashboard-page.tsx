import { AdminProductList } from '@camilan/contract/catalog'
import { AdminOpening } from '@camilan/contract/opening-answer'
import { paidStatuses } from '@camilan/contract/order-values'
import type { Order } from '@camilan/contract/orders'
import type { Production } from '@camilan/contract/production'
import { Dashboard } from '@camilan/contract/reports'
import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import type { LucideIcon } from 'lucide-react'
import ChefHat from 'lucide-react/icons/chef-hat'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Coins from 'lucide-react/icons/coins'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId } from 'react'
import { href, Link } from 'react-router'
import { OpeningCard } from '~/checkout/opening/opening-card'
import { loadProduction } from '~/office/production/load-production'
import { piecesLeft, sumOf } from '~/office/production/production-list'
import { loadNewestOrders, loadPaidOrders } from '~/orders/list/load-admin-orders'
import { OrdersTable } from '~/orders/list/orders-table'
import { moneyCount } from '~/payments/money-count'
import { useLivePage } from '~/people/notifications/live'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { formatNumber } from '~/platform/state/formats'
import { useStore } from '~/platform/state/store'
import { Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { PageSkeleton } from '~/ui/loading/skeleton'
import { Rupiah } from '~/ui/shop/rupiah'
import type { Route } from './+types/dashboard-page'
import { Counters } from './counters'
import { RevenueChart } from './revenue-chart'
import { type Opening, ToDo } from './to-do'

/** The numbers of Jakarta days that the charts may cover. */
const daysOffered = [7, 30, 90] as const
const defaultDays = 30

const title = 'Dashboard'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data dashboard' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get('days'))
  const days = daysOffered.find((offered) => offered === asked) ?? defaultDays
  const [dashboard, production, taking, toShip, latest, setup] = await Promise.all([
    api.get(`/api/admin/dashboard?days=${days}`, success(Dashboard), { signal: request.signal }),
    loadProduction(request.signal),
    api.get('/api/admin/opening', success(AdminOpening), { signal: request.signal }),
    loadPaidOrders(5, request.signal),
    loadNewestOrders({ page: 1, size: 10, query: '', filters: {} }, request.signal),
    loadSetup(request.signal),
  ])
  return {
    days,
    dashboard: dashboard.data,
    production,
    taking: taking.data,
    toShip: toShip.data,
    latest: latest.data,
    setup,
    opening: await openingOf(dashboard.data, request.signal),
  }
}

/** The open steps of a new shop; undefined if it has sold something. */
async function openingOf({ orders_by_status }: Dashboard, signal: AbortSignal): Promise<Opening | undefined> {
  if (paidStatuses.some((status) => orders_by_status[status] > 0)) return undefined
  const { pagination } = await api.get('/api/admin/products?limit=1', AdminProductList, { signal })
  return pagination.total_products === 0 ? 'products' : 'sales'
}

export { PageSkeleton as HydrateFallback }

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { days, dashboard, production, taking, toShip, latest, opening, setup } = loaderData
  const { list, obstacles, isSimulated } = setup
  useLivePage((event) => event.kind === 'notification')
  const money = useStore(moneyCount.store)
  // On a phone the list of a new shop fills two screens, and work must not be below it.
  const hasSold = opening === undefined
  const openingCard = (
    <OpeningCard
      {...taking}
      obstacles={dashboard.payment_troubles.length > 0 ? [...obstacles, 'gateway'] : obstacles}
      isSimulated={isSimulated}
    />
  )
  const setupList = list && <list.SetupList setup={list.setup} isFolded={hasSold} />
  return (
    <main className="page grid grid-cols-1 gap-4">
      <h1 className="title">{title}</h1>
      {dashboard.payment_troubles.map((sentence) => (
        <Notice key={sentence} tone="danger">
          {sentence}
        </Notice>
      ))}
      <Today production={production} money={money} />
      {!hasSold && openingCard}
      {!hasSold && setupList}
      <ToDo
        toShip={toShip}
        toShipCount={dashboard.orders_by_status.DIBAYAR}
        lowStock={dashboard.low_stock}
        opening={opening}
        card={hasSold && openingCard}
      />
      {hasSold && setupList}
      <Counters dashboard={dashboard} />
      <TabLinks
        label="Rentang grafik"
        tabs={daysOffered.map((offered) => ({
          to: `?days=${offered}`,
          label: `${offered} hari`,
          current: offered === days,
        }))}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[3fr_2fr]">
        <RevenueChart title={`Pendapatan ${days} hari terakhir`} days={dashboard.revenue_by_day} />
        <BestSellers products={dashboard.best_sellers} days={days} />
      </div>
      <LatestOrders orders={latest} />
    </main>
  )
}

function LatestOrders({ orders }: { orders: readonly Order[] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-4 min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-21 font-bold">
          Pesanan Terbaru
        </h2>
        <Link to={href('/admin/manage-orders')} className="link inline-flex min-h-11 items-center">
          Lihat semua pesanan
        </Link>
      </div>
      {orders.length > 0 ? (
        // A phone shows three of them, because ten would fill most of the page.
        <div className="max-md:[&_li:nth-child(n+4)]:hidden">
          <OrdersTable label="pesanan terbaru" orders={orders} />
        </div>
      ) : (
        <NothingListed next={<p className="text-muted">Pesanan pertama muncul di sini.</p>}>
          Belum ada pesanan
        </NothingListed>
      )}
    </section>
  )
}

const shownBestSellers = 5

function BestSellers({ products, days }: { products: Dashboard['best_sellers']; days: number }) {
  return (
    <SectionCard title={`Terlaris ${days} hari terakhir`}>
      {products.length === 0 ? (
        <p className="text-muted">Belum ada produk yang terjual.</p>
      ) : (
        <ol className="divide-y divide-line">
          {products.slice(0, shownBestSellers).map(({ product_id, name, quantity, revenue }, index) => (
            <li key={product_id} className="flex items-baseline gap-x-3 narrow:flex-wrap py-2 first:pt-0 last:pb-0">
              <span aria-hidden className="w-5 shrink-0 text-right font-bold text-muted tabular-nums">
                {index + 1}
              </span>
              <span className="min-w-0 grow narrow:basis-[10ch]">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <Rupiah amount={revenue} className="text-13 text-muted" />
              </span>
              <span className="whitespace-nowrap tabular-nums">{`${formatNumber(quantity)} terjual`}</span>
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  )
}

/**
 * What keeps buyers from ordering, whether their payments are simulated, and the list of open steps with the component that
 * shows it. A shop that has closed its list does not load the component.
 */
async function loadSetup(signal: AbortSignal) {
  const { data: setup } = await api.get('/api/admin/setup', success(Setup), { signal })
  const list = setup.closed_at === null ? { setup, ...(await import('~/office/setup/setup-list')) } : undefined
  const { mode } = setup.steps.payment
  return { obstacles: setup.obstacles, isSimulated: mode === 'simulation' || mode === 'sandbox', list }
}

interface TodayProps {
  production: Production
  /** What of it has to be looked at, and how much of that are refunds. */
  money: { total: number; refunds: number }
}

/** What is to be done now, in the order of a day: make, pack, hand over, answer, refund. Nothing without tasks. */
function Today({ production, money }: TodayProps) {
  const id = useId()
  const packed = sumOf(production, 'packed_orders')
  const orders = href('/admin/manage-orders')
  const tasks = [
    { count: piecesLeft(production), words: 'barang perlu dibuat', to: href('/admin/production'), icon: ChefHat },
    {
      count: sumOf(production, 'orders') - packed,
      words: 'pesanan perlu dikemas',
      to: `${orders}?packed=no`,
      icon: Package,
    },
    { count: packed, words: 'pesanan siap diserahkan', to: `${orders}?packed=yes`, icon: Truck },
    {
      count: money.total - money.refunds,
      words: 'hal tentang uang perlu dilihat',
      to: href('/admin/money'),
      icon: Coins,
    },
    { count: money.refunds, words: 'dana perlu dikembalikan', to: href('/admin/refunds'), icon: Undo2 },
  ].filter(({ count }) => count > 0)
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby={id} className="card px-2 py-3">
      <h2 id={id} className="px-2 text-17 font-bold">
        Kerjakan sekarang
      </h2>
      <ul className="mt-1 md:flex md:flex-wrap md:gap-x-4 md:*:grow md:*:basis-72">
        {tasks.map((task) => (
          <Task key={task.words} {...task} />
        ))}
      </ul>
    </section>
  )
}

function Task({ count, words, to, icon: Icon }: { count: number; words: string; to: string; icon: LucideIcon }) {
  return (
    <li>
      <Link to={to} className="flex min-h-13 items-center gap-3 rounded-xl px-2 hover:bg-soft">
        <Icon aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 grow">
          <b className="text-21 font-extrabold tracking-tight tabular-nums">{formatNumber(count)}</b>{' '}
          <span>{words}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
