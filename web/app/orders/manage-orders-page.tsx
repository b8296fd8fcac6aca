import { Download, Printer } from 'lucide-react'
import { useId } from 'react'
import { useLivePage } from '~/notifications/use-live-page'
import { formatNumber } from '~/platform/formats'
import { requireAdmin } from '~/platform/guards'
import { listAddress, stayWithin } from '~/platform/list-address'
import { privatePage } from '~/platform/meta'
import { useListPending } from '~/platform/use-list-pending'
import { Button, LinkButton } from '~/ui/button'
import { ListFooter } from '~/ui/list-footer'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { PageSizeSelect } from '~/ui/page-size-select'
import type { Route } from './+types/manage-orders-page'
import { loadNewestOrders, loadPaidOrders } from './load-admin-orders'
import { OrdersTable } from './orders-table'
import { printHref } from './print-address'
import { useDownloadOrders } from './use-download-orders'

const title = 'Kelola Pesanan'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireAdmin(request)
  const address = listAddress(request.url)
  const [paid, others] = await Promise.all([
    loadPaidOrders(100, request.signal),
    loadNewestOrders(address, request.signal, { not: 'DIBAYAR' }),
  ])
  stayWithin(address, others.pagination.total_page, request)
  return { address, paid, others }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageOrdersPage({ loaderData: { address, paid, others } }: Route.ComponentProps) {
  useLivePage((news) => news.kind === 'notification' && news.notification.order_id !== null)
  const pending = useListPending()
  const { pending: preparing, downloadOrders } = useDownloadOrders(new URLSearchParams({ sortOrder: 'desc' }))
  const paidId = useId()
  const othersId = useId()
  return (
    <main className="page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <Button variant="quiet" pending={preparing} onClick={downloadOrders}>
          {!preparing && <Download aria-hidden className="size-5" />}
          Unduh CSV
        </Button>
      </div>
      {paid.data.length > 0 && (
        <section aria-labelledby={paidId} className="mt-6">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2 id={paidId} className="text-21 font-bold">
              Pesanan Dibayar
              <span className="ml-2 rounded-full bg-dibayar-muda px-2.5 py-0.5 text-15 text-dibayar tabular-nums">
                {formatNumber(paid.pagination.total_orders)}
              </span>
            </h2>
            <LinkButton variant="quiet" to={printHref({ ids: paid.data.map(({ id }) => id) })}>
              <Printer aria-hidden className="size-5" />
              Cetak semua pesanan dibayar
            </LinkButton>
          </div>
          <OrdersTable label="pesanan dibayar" orders={paid.data} />
        </section>
      )}
      <section aria-labelledby={othersId} className="mt-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id={othersId} className="text-21 font-bold">
            Semua Pesanan
          </h2>
          <PageSizeSelect address={address} />
        </div>
        {others.data.length > 0 ? (
          <OrdersTable
            key={address.page}
            label="semua pesanan"
            orders={others.data}
            firstNumber={(address.page - 1) * address.size + 1}
            pending={pending}
          />
        ) : (
          <NothingListed pending={pending}>Belum ada pesanan</NothingListed>
        )}
        <ListFooter
          address={address}
          shown={others.data.length}
          total={others.pagination.total_orders}
          totalPages={others.pagination.total_page}
          noun="pesanan"
        />
      </section>
    </main>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" />
}
