import { href } from 'react-router'
import emptyOrders from '~/brand/empty-orders.svg'
import { loadOrdersToShip } from '~/orders/list/load-admin-orders'
import { readIds } from '~/orders/print/print-url'
import { isStopped } from '~/orders/stopped-order'
import { useLivePage } from '~/people/notifications/live'
import { privatePage } from '~/platform/pages/meta'
import { formatNumber } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/ship-many-page'
import { ShipMany } from './ship-many'
import { LastBatch } from './undo-shipment'

const title = 'Kirim pesanan'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pesanan' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadOrdersToShip(readIds(request.url), request.signal)
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ShipManyPage({ loaderData: { orders, isAll } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  const stopped = orders.filter(isStopped)
  const ready = orders.filter((order) => !isStopped(order))
  const list = href('/admin/manage-orders')
  return (
    <main className="page">
      <BackLink to={list} />
      <h1 className="title mt-2">{title}</h1>
      <LastBatch />
      {stopped.length > 0 && (
        <div className="mt-4">
          <Notice>
            {`Tidak ikut dikirim karena uangnya ditarik kembali: ${stopped.map(({ id }) => `#${id}`).join(', ')}.`}
          </Notice>
        </div>
      )}
      {!isAll && (
        <p className="mt-4 text-muted">
          {`Ini ${formatNumber(orders.length)} pesanan terlama. Yang lain tampil sesudah ini dikirim.`}
        </p>
      )}
      {ready.length > 0 ? (
        <ShipMany orders={ready} />
      ) : (
        <EmptyState
          drawing={emptyOrders}
          title="Tidak ada pesanan yang perlu dikirim"
          action={<LinkButton to={list}>Lihat Pesanan</LinkButton>}
        />
      )}
    </main>
  )
}
