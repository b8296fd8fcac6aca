import { orderStatuses } from '@camilan/contract/order-values'
import { type AdminOrderList, type OrderList, type OrderStatus, paidStatuses } from '@camilan/contract/orders'
import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { href, Link } from 'react-router'
import { LastBatch } from '~/orders/ship-many/undo-shipment'
import { useLivePage } from '~/people/notifications/live'
import { type ListState, listHref, readListUrl, redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useListPending } from '~/platform/pages/use-list-pending'
import { formatNumber } from '~/platform/state/formats'
import { Button, LinkButton } from '~/ui/ask/button'
import { OnlyAdmin } from '~/ui/ask/only-admin'
import { ListFooter } from '~/ui/lists/list-footer'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/manage-orders-page'
import { ChoosableOrders } from './choosable-orders'
import { DownloadOrders } from './download-orders'
import { OrderFilter } from './order-filter'
import { filterNames, headingOf, loadOrderLists, packedViews, statusWord } from './order-lists'
import { OrdersTable } from './orders-table'
import { SavedViews } from './saved-views'

const title = 'Kelola Pesanan'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pesanan' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url, filterNames)
  const { paid, others } = await loadOrderLists(list, request.signal)
  redirectBeyondLastPage(list, others.pagination.total_page, request)
  return { list, paid, others }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageOrdersPage({ loaderData: { list, paid, others } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  const pending = useListPending()
  const othersId = useId()
  const othersHeading = (
    <h2 id={othersId} className="text-21 font-bold">
      {headingOf(list)}
    </h2>
  )
  const download = (
    <OnlyAdmin>
      <DownloadOrders query={{ ...list.filters, ...(list.query && { query: list.query }), sortOrder: 'desc' }} />
    </OnlyAdmin>
  )
  const firstNumber = (list.page - 1) * list.size + 1
  const status = printableStatus(list)
  const hasPaid = (paid?.data.length ?? 0) > 0
  // Where paid orders are listed, 'Isi resi' is the main button.
  const newOrder = hasPaid || status === 'DIBAYAR' ? 'quiet' : 'main'
  return (
    <main className="page max-w-400">
      <div className="flex items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <LinkButton variant={newOrder} to={href('/admin/manage-orders/baru')} className="max-sm:px-3">
          <Plus aria-hidden className="size-5" />
          <span className="max-sm:capitalize">
            <span className="max-sm:sr-only">Pesanan </span>baru
          </span>
        </LinkButton>
      </div>
      <div className="mt-4 grid grid-cols-1 gap-3">
        <StatusTabs list={list} counts={others} />
        <OrderFilter list={list}>
          <SavedViews list={list} />
        </OrderFilter>
      </div>
      <LastBatch />
      {paid && hasPaid && <PaidOrders paid={paid} />}
      <section aria-labelledby={othersId} className="mt-8">
        {others.data.length > 0 && status ? (
          <ChoosableOrders
            // A new search is a new list, without chosen orders.
            key={JSON.stringify([list.query, list.filters])}
            label="hasil pencarian"
            heading={othersHeading}
            aside={download}
            orders={others.data}
            total={others.pagination.total_orders}
            filters={{ ...list.filters, ...(list.query && { query: list.query }) }}
            shippable={status === 'DIBAYAR'}
            firstNumber={firstNumber}
            pending={pending}
            search={listHref(list)}
          />
        ) : (
          <>
            <div className="mb-3 flex items-center justify-between gap-3">
              {othersHeading}
              {download}
            </div>
            {others.data.length > 0 ? (
              <OrdersTable
                key={list.page}
                label={paid ? 'semua pesanan' : 'hasil pencarian'}
                orders={others.data}
                firstNumber={firstNumber}
                pending={pending}
                search={listHref(list)}
              />
            ) : (
              <NothingListed pending={pending} list={list} next={paid?.data.length === 0 && <FirstOrder />}>
                {paid ? 'Belum ada pesanan' : 'Tidak ada pesanan yang ditemukan'}
              </NothingListed>
            )}
          </>
        )}
        <ListFooter
          list={list}
          shown={others.data.length}
          total={others.pagination.total_orders}
          totalPages={others.pagination.total_page}
          noun="pesanan"
        />
      </section>
    </main>
  )
}

/** The next steps of a shop without orders. */
function FirstOrder() {
  return (
    <>
      <p className="text-muted">Pesanan pertama muncul di sini setelah produk Anda dilihat pembeli.</p>
      <Link to={href('/admin/manage-products')} className="link inline-flex min-h-11 items-center">
        Periksa produk di toko
      </Link>
    </>
  )
}

/** The status in the filter, if its orders can be printed: others are not paid, or have ended. */
function printableStatus({ filters }: ListState): OrderStatus | undefined {
  return filters.packed ? 'DIBAYAR' : paidStatuses.find((status) => status === filters.status)
}

const paidFilters = { status: 'DIBAYAR' } as const

/** The paid orders, oldest first. A phone shows five of them at first, so that the other list stays near. */
function PaidOrders({ paid: { data, pagination } }: { paid: OrderList }) {
  const id = useId()
  const listId = useId()
  const [expanded, setExpanded] = useState(false)
  const total = pagination.total_orders
  return (
    <section aria-labelledby={id} className="mt-6">
      <ChoosableOrders
        label="pesanan dibayar"
        heading={
          <h2 id={id} className="text-21 font-bold">
            Pesanan Dibayar{' '}
            <span className="ml-2 rounded-full bg-dibayar-soft px-2.5 py-0.5 text-15 text-dibayar tabular-nums">
              {formatNumber(total)}
            </span>
          </h2>
        }
        orders={data}
        total={total}
        filters={paidFilters}
        shippable
      >
        {(table) => (
          <>
            <div id={listId} className={expanded ? '' : 'max-lg:[&_li:nth-child(n+6)]:hidden'}>
              {table}
            </div>
            {data.length > 5 && (
              <Button
                variant="quiet"
                aria-expanded={expanded}
                aria-controls={listId}
                onClick={() => setExpanded(!expanded)}
                className="mt-3 w-full lg:hidden"
              >
                {expanded ? 'Tampilkan lebih sedikit' : `Tampilkan semua (${formatNumber(data.length)})`}
              </Button>
            )}
          </>
        )}
      </ChoosableOrders>
      {total > data.length && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-muted">
          <span>{`${formatNumber(data.length)} yang terlama dari ${formatNumber(total)} pesanan dibayar.`}</span>
          <Link
            to={href('/admin/manage-orders') + listHref({ page: 1, size: 100, query: '', filters: paidFilters })}
            className="link inline-flex min-h-11 items-center"
          >
            Lihat semua per halaman
          </Link>
        </p>
      )}
    </section>
  )
}

interface StatusTabsProps {
  list: ListState
  counts: Pick<AdminOrderList, 'orders_by_status' | 'orders_by_packing'>
}

/** Filters the orders by their status, or those that are paid by whether they are packed. The search and the days stay. */
function StatusTabs({ list, counts: { orders_by_status, orders_by_packing } }: StatusTabsProps) {
  const { status: current, packed, ...others } = list.filters
  const tabOf = (label: string, filter: Readonly<Record<string, string>>, count?: number) => ({
    to: listHref({ ...list, page: 1, filters: { ...others, ...filter } }),
    label,
    current: current === filter.status && packed === filter.packed,
    ...(count !== undefined && { count }),
  })
  const parts = packedViews.map(({ value, title }) => tabOf(title, { packed: value }, orders_by_packing?.[value]))
  const tabs = orderStatuses.flatMap((status) => [
    tabOf(statusWord(status), { status }, orders_by_status?.[status]),
    ...(status === 'DIBAYAR' ? parts : []),
  ])
  return (
    <div className={onLaptop}>
      <TabLinks label="Status pesanan" of="pesanan" tabs={[tabOf('Semua', {}), ...tabs]} />
    </div>
  )
}

/** The eight tabs with counts of three digits fit into a row of 1280 px; where they don't fit there are several rows. */
const onLaptop =
  'lg:[&_ul]:w-auto lg:[&_ul]:flex-wrap lg:max-2xl:[--around-count:1.5rem] lg:max-2xl:[&_a]:px-2.5 lg:max-2xl:[&_a]:text-13 lg:max-2xl:[&_li>span]:right-1.5 lg:max-2xl:[&_ul]:gap-1'
