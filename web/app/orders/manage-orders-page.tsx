import { Download } from '@camilan/contract/orders'
import { maxPageSize, success } from '@camilan/contract/wire'
import { Download as DownloadIcon, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { useLivePage } from '~/notifications/live'
import { api } from '~/platform/api'
import { formatNumber } from '~/platform/formats'
import { isFiltered, type ListState, readListUrl, stayWithin } from '~/platform/list-url'
import { privatePage } from '~/platform/meta'
import { useListPending } from '~/platform/use-list-pending'
import { useMutation } from '~/platform/use-mutation'
import { Button, LinkButton } from '~/ui/button'
import { ListFooter } from '~/ui/list-footer'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { PageSizeSelect } from '~/ui/page-size-select'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/manage-orders-page'
import { loadNewestOrders, loadPaidOrders } from './load-admin-orders'
import { filterNames, OrderFilter } from './order-filter'
import { OrdersTable } from './orders-table'
import { printHref } from './print-url'
import { ShipSelected } from './ship-selected'

const title = 'Kelola Pesanan'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url, filterNames)
  const [paid, others] = isFiltered(list)
    ? [null, await loadNewestOrders(list, request.signal)]
    : await Promise.all([
        loadPaidOrders(maxPageSize, request.signal),
        loadNewestOrders(list, request.signal, { not: 'DIBAYAR' }),
      ])
  stayWithin(list, others.pagination.total_page, request)
  return { list, paid, others }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageOrdersPage({ loaderData: { list, paid, others } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  const pending = useListPending()
  const paidId = useId()
  const othersId = useId()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const paidIds = paid?.data.map(({ id }) => id) ?? []
  // An order that was shipped on another device is no longer in the list, and so not chosen.
  const chosen = paidIds.filter((id) => ticked.has(id))
  const allChosen = chosen.length === paidIds.length
  const selection = {
    has: (id: string) => ticked.has(id),
    toggle: (id: string) =>
      setTicked(new Set(ticked.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id])),
  }
  return (
    <main className={`page ${chosen.length > 0 ? 'pb-28 md:pb-10' : ''}`}>
      <div className="flex items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <DownloadOrders list={list} />
      </div>
      <div className="mt-4">
        <OrderFilter list={list} />
      </div>
      {paid && paid.data.length > 0 && (
        <section aria-labelledby={paidId} className="mt-6">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2 id={paidId} className="text-21 font-bold">
              Pesanan Dibayar
              <span className="ml-2 rounded-full bg-dibayar-soft px-2.5 py-0.5 text-15 text-dibayar tabular-nums">
                {formatNumber(paid.pagination.total_orders)}
              </span>
            </h2>
            <LinkButton variant="quiet" to={printHref({ ids: chosen.length > 0 ? chosen : paidIds })}>
              <Printer aria-hidden className="size-5" />
              {chosen.length > 0 ? `Cetak ${formatNumber(chosen.length)} pesanan` : 'Cetak semua pesanan dibayar'}
            </LinkButton>
          </div>
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3 md:sticky md:top-16 md:z-10 md:border-b md:border-line md:bg-surface md:py-2 short:static">
            <label className="inline-flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={allChosen}
                onChange={() => setTicked(new Set(allChosen ? [] : paidIds))}
                className="tick"
              />
              Pilih semua
            </label>
            <ShipSelected ids={chosen} onShipped={() => setTicked(new Set())} />
          </div>
          <OrdersTable label="pesanan dibayar" orders={paid.data} selection={selection} />
        </section>
      )}
      <section aria-labelledby={othersId} className="mt-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id={othersId} className="text-21 font-bold">
            {paid ? 'Semua Pesanan' : 'Hasil Pencarian'}
          </h2>
          <PageSizeSelect list={list} />
        </div>
        {others.data.length > 0 ? (
          <OrdersTable
            key={list.page}
            label={paid ? 'semua pesanan' : 'hasil pencarian'}
            orders={others.data}
            firstNumber={(list.page - 1) * list.size + 1}
            pending={pending}
          />
        ) : (
          <NothingListed pending={pending} list={list}>
            {paid ? 'Belum ada pesanan' : 'Tidak ada pesanan yang ditemukan'}
          </NothingListed>
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

/** Downloads all orders that match the search and the filters, in the order of the list. */
function DownloadOrders({ list: { query, filters } }: { list: ListState }) {
  const { pending, run } = useMutation({
    do: () => {
      const params = new URLSearchParams({ ...filters, ...(query && { query }), sortOrder: 'desc' })
      return api.post(`/api/admin/orders/export?${params}`, undefined, success(Download))
    },
    // The answer is an attachment, so this doesn't leave the page.
    done: ({ data }) => window.location.assign(data.url),
    failed: 'Gagal mengunduh pesanan',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={run} className="max-sm:px-3">
      {!pending && <DownloadIcon aria-hidden className="size-5" />}
      <span className="max-sm:sr-only">Unduh CSV</span>
    </Button>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" />
}
