import { href } from 'react-router'
import { loadMyOrder } from '~/orders/mine/load-my-order'
import { privatePage } from '~/platform/pages/meta'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/receipt-page'
import { ReceiptView, receiptTitle } from './receipt-view'

export const meta = privatePage(receiptTitle)
export const handle: PageWords = {
  title: receiptTitle,
  failed: 'Gagal memuat data pesanan',
  on404: 'Pesanan Tidak Ditemukan',
}

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadMyOrder(params.orderId, request.signal)
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title={receiptTitle}>
      <Skeleton className="h-96 max-w-100" />
    </TitledSkeleton>
  )
}

export default function ReceiptPage({ loaderData: order }: Route.ComponentProps) {
  return <ReceiptView order={order} back={href('/my-order/order/:orderId', { orderId: order.id })} />
}
