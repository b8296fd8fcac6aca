import { href } from 'react-router'
import emptyOrders from '~/brand/empty-orders.svg'
import { useLivePage } from '~/notifications/live'
import { formatNumber } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { BackLink } from '~/ui/back-link'
import { LinkButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadProblem } from '~/ui/load-problem'
import { Notice } from '~/ui/notice'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/ship-many-page'
import { isHeld } from './held-order'
import { loadOrdersToShip } from './load-admin-orders'
import { readIds } from './print-url'
import { ShipMany } from './ship-many'
import { LastBatch } from './undo-shipment'

const title = 'Isi resi'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadOrdersToShip(readIds(request.url), request.signal)
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ShipManyPage({ loaderData: { orders, isAll } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  const held = orders.filter(isHeld)
  const ready = orders.filter((order) => !isHeld(order))
  const list = href('/admin/manage-orders')
  return (
    <main className="page">
      <BackLink to={list} />
      <h1 className="title mt-2">{title}</h1>
      <LastBatch />
      {held.length > 0 && (
        <div className="mt-4">
          <Notice>
            {`Tidak ikut dikirim karena uangnya ditarik kembali: ${held.map(({ id }) => `#${id}`).join(', ')}.`}
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

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" />
}
