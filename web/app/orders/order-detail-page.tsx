import type { OrderDetail } from '@camilan/contract/orders'
import { lazy, Suspense } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useLivePage } from '~/notifications/live'
import { isInPopup } from '~/payments/payment-state'
import { UnpaidPanel } from '~/payments/unpaid-panel'
import { useFreshOrder } from '~/payments/use-fresh-order'
import type { OrderPageState } from '~/payments/use-payment'
import { api, uncheckedData } from '~/platform/api'
import { formatJakartaTime } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { BackLink } from '~/ui/back-link'
import { LoadProblem } from '~/ui/load-problem'
import { Notice } from '~/ui/notice'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/order-detail-page'
import { CancelOrder } from './cancel-order'
import { ConfirmOrder } from './confirm-order'
import { myOrdersPath, OrderStatusLine } from './order-card'
import { OrderItems } from './order-items'
import { PaymentInfo } from './payment-info'
import { RecipientInfo } from './recipient-info'
import { ShipmentInfo } from './shipment-info'
import { StatusTimeline } from './status-timeline'

/** Few orders have some, so the others don't load it. */
const OrderRefunds = lazy(() => import('~/payments/order-refunds'))

export const meta = privatePage('Detail Pesanan')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const path = `/api/orders/${encodeURIComponent(params.orderId)}`
  const { data } = await api.get(path, uncheckedData<OrderDetail>(), { signal: request.signal })
  return data
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Detail Pesanan">
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </TitledSkeleton>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title="Detail Pesanan" sentence="Gagal memuat data pesanan" on404="Pesanan Tidak Ditemukan" />
}

export default function OrderDetailPage({ loaderData: order }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'order' && event.order.order_id === order.id)
  const state = useLocation().state as OrderPageState | null
  const paid = state?.paid ?? false
  const { revalidate } = useRevalidator()
  const { transaction } = order
  const isUnpaid = order.status === 'DIPROSES'
  const isQuick = paid || isInPopup(transaction)
  useFreshOrder({ id: order.id, isUnpaid, isQuick, endsAt: transaction.expires_at }, () => {
    if (navigator.onLine) void revalidate()
  })
  return (
    <main className="page">
      <BackLink to={myOrdersPath(order.status)} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="title">
          Pesanan <span className="whitespace-nowrap">#{order.id}</span>
        </h1>
        <OrderStatusLine status={order.status} />
      </div>
      <p className="mt-1 text-muted">Dipesan {formatJakartaTime(order.order_time)}</p>
      {/* One column on a phone: first the buyer's actions, last the history. */}
      <div className="mt-6 flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="contents md:grid md:gap-4">
          <div className="order-2">
            <OrderItems order={order} linked />
          </div>
          <div className="order-3">
            <RecipientInfo order={order} />
          </div>
        </div>
        <div className="contents md:grid md:gap-4">
          <div className="order-1 grid gap-4 empty:hidden">
            {isUnpaid && (
              <UnpaidPanel order={order} paid={paid}>
                <CancelOrder orderId={order.id} />
              </UnpaidPanel>
            )}
            {order.status === 'DIBATALKAN' && (transaction.refunded_at || order.refunds.some(isOpen)) && (
              <Notice>
                {transaction.refunded_at
                  ? `Dana pesanan ini sudah kami kembalikan pada ${formatJakartaTime(transaction.refunded_at)}.`
                  : order.refunds.some(({ reason }) => reason === 'SHOP_CANCELLED')
                    ? 'Penjual membatalkan pesanan ini. Dana Anda akan kami kembalikan.'
                    : 'Pembayaran Anda masuk setelah pesanan ini dibatalkan. Kami akan menghubungi Anda untuk pengembalian dana.'}
              </Notice>
            )}
            {order.status === 'DIKIRIM' && <ConfirmOrder orderId={order.id} completesAt={order.completes_at} />}
            {order.shipment && <ShipmentInfo shipment={order.shipment} />}
            <PaymentInfo order={order} />
            {order.refunds.length > 0 && (
              <Suspense>
                <OrderRefunds order={order} forBuyer />
              </Suspense>
            )}
          </div>
          <div className="order-4">
            <StatusTimeline history={order.history} />
          </div>
        </div>
      </div>
    </main>
  )
}

const isOpen = ({ state }: OrderDetail['refunds'][number]) => state !== 'done'
