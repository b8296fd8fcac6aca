import type { OrderDetail } from '@camilan/contract/orders'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, Suspense } from 'react'
import { href, useLocation, useNavigate, useRevalidator } from 'react-router'
import { cartCount } from '~/orders/cart/cart-count'
import { changeStatusAsBuyer, toastStatusFailure } from '~/orders/change-status'
import { myOrdersPath, OrderHead } from '~/orders/order-card'
import { OrderItems } from '~/orders/order-items'
import { RecipientInfo } from '~/orders/recipient-info'
import { ShipmentInfo } from '~/orders/ship/shipment-info'
import { StatusTimeline } from '~/orders/status-timeline'
import { UnpaidPanel } from '~/payments/choose/unpaid-panel'
import { isInPopup } from '~/payments/pay/payment-state'
import { useFreshOrder } from '~/payments/pay/use-fresh-order'
import type { OrderPageState } from '~/payments/pay/use-payment'
import { useLivePage } from '~/people/notifications/live'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { privatePage } from '~/platform/pages/meta'
import { formatJakartaTime } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { addLine } from '~/products/add-line'
import { AskButton } from '~/ui/form/ask-button'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/order-detail-page'
import { ConfirmOrder } from './confirm-order'
import { loadMyOrder } from './load-my-order'
import { OrderLinks } from './order-links'
import OrderProgress from './order-progress'
import { PaymentInfo } from './payment-info'
import { forgetUnpaidOrder } from './unpaid-orders'

/** Few orders have some, so the others don't load it. */
const CancelBatchOrder = lazy(() => import('./cancel-batch-order'))
const OrderRefunds = lazy(() => import('~/payments/refunds/order-refunds'))

export const meta = privatePage('Detail Pesanan')
export const handle: PageWords = {
  title: 'Detail Pesanan',
  failed: 'Gagal memuat data pesanan',
  on404: 'Pesanan Tidak Ditemukan',
}

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadMyOrder(params.orderId, request.signal)
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

function CancelOrder({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  return (
    <AskButton
      label="Batalkan Pesanan"
      variant="plain"
      question="Yakin ingin membatalkan pesanan?"
      yes="Ya, batalkan"
      no="Tidak"
      danger
      do={() => changeStatusAsBuyer(orderId, 'DIBATALKAN')}
      done={() => {
        forgetUnpaidOrder(orderId)
        const cancelled = myOrdersPath('DIBATALKAN')
        toast('Pesanan telah dibatalkan', 'status', { on: cancelled })
        return navigate(cancelled)
      }}
      failed={toastStatusFailure}
      revalidate="failed"
    />
  )
}

type Item = OrderDetail['order_items'][number]

/** Puts the goods of an order into the cart again, at today's prices, and says which of them can't be bought in that number. */
function OrderAgain({ items }: { items: readonly Item[] }) {
  const navigate = useNavigate()
  const { keyFor, renew } = useIdempotencyKey()
  const { pending, run } = useMutation({
    do: () => addAll(items, keyFor),
    done: async (refused) => {
      renew()
      await cartCount.refresh()
      const on = href('/cart')
      if (refused.length === 0) toast('Berhasil menambahkan produk ke keranjang belanja', 'status', { on })
      else toast(`Stok kurang atau tidak dijual lagi: ${refused.join(', ')}.`, 'alert', { on })
      if (refused.length < items.length) await navigate(on)
    },
    failed: 'Gagal menambahkan produk ke keranjang',
  })
  return (
    <button
      type="button"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={() => void run()}
      className="link inline-flex min-h-11 items-center gap-1.5 disabled:opacity-55"
    >
      <RotateCcw aria-hidden className="size-4" />
      Pesan lagi
    </button>
  )
}

/**
 * @param keyFor  the key of each line of the order, the same at a second press after an unknown result
 * @returns the names of the goods that the shop refused. Without an answer or a login it throws.
 */
async function addAll(items: readonly Item[], keyFor: (item: object) => string): Promise<string[]> {
  const refused: string[] = []
  for (const { id, quantity, product, batch_id } of items) {
    try {
      const line = { product_id: product.id, quantity, ...(batch_id && { batch_id }) }
      await addLine(line, keyFor({ id, ...line }))
    } catch (error) {
      const isRefusal =
        error instanceof ApiError && ['OUT_OF_STOCK', 'BATCH_UNAVAILABLE', 'NOT_FOUND'].includes(error.code)
      if (!isRefusal) throw error
      refused.push(product.name)
    }
  }
  return refused
}

export default function OrderDetailPage({ loaderData: order }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'order' && event.order.order_id === order.id)
  const state = useLocation().state as OrderPageState | null
  const isPaid = state?.paid ?? false
  const { revalidate } = useRevalidator()
  const { transaction } = order
  const isUnpaid = order.status === 'DIPROSES'
  const isOver = order.status === 'SELESAI' || order.status === 'DIBATALKAN'
  const isQuick = isPaid || isInPopup(transaction)
  // On a desktop the two columns are about as long: what the buyer does now fills one of them, as many products do the other.
  const isFull = isUnpaid || order.shipment !== null || order.refunds.length > 0
  const hasManyItems = order.order_items.length > 2
  const recipient = (
    <div className="order-3">
      <RecipientInfo order={order} />
    </div>
  )
  const history = (
    <div className="order-5">
      <StatusTimeline history={order.history} />
    </div>
  )
  const progress = (
    <OrderProgress order={order}>
      <OrderLinks
        order={order}
        receipt={href('/my-order/order/:orderId/receipt', { orderId: order.id })}
        again={isOver && <OrderAgain items={order.order_items} />}
      />
    </OrderProgress>
  )
  useFreshOrder({ id: order.id, isUnpaid, isQuick, endsAt: transaction.expires_at }, () => {
    if (navigator.onLine) void revalidate()
  })
  return (
    <main className="page">
      <BackLink to={myOrdersPath(order.status)} />
      <OrderHead order={order} />
      <p className="text-13 text-muted">{`Dipesan ${formatJakartaTime(order.order_time)}`}</p>
      {/* One column on a phone: first what is to be paid or confirmed, last the payment and the history. Paying comes first. */}
      <div className="mt-4 flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start lg:grid-cols-[minmax(0,1fr)_24rem]">
        {!isUnpaid && <div className="md:col-span-2">{progress}</div>}
        <div className="contents md:order-2 md:grid md:gap-4">
          <WhatToDo order={order} isPaid={isPaid} />
          {!isFull && recipient}
          <div className="order-4 empty:hidden">
            <PaymentInfo order={order} />
          </div>
          {hasManyItems && history}
        </div>
        <div className="contents md:order-1 md:grid md:gap-4">
          {isUnpaid && <div className="order-1">{progress}</div>}
          <div className="order-2">
            <OrderItems order={order} linked />
          </div>
          {isFull && recipient}
          {!hasManyItems && history}
        </div>
      </div>
    </main>
  )
}

/** @param isPaid  the popup reported a success that the server does not know of yet */
function WhatToDo({ order, isPaid }: { order: OrderDetail; isPaid: boolean }) {
  const navigate = useNavigate()
  return (
    <div className="order-1 grid gap-4 empty:hidden">
      {order.status === 'DIPROSES' && (
        <UnpaidPanel order={order} paid={isPaid}>
          <CancelOrder orderId={order.id} />
        </UnpaidPanel>
      )}
      {order.status === 'DIKIRIM' && (
        <ConfirmOrder
          order={order}
          send={() => changeStatusAsBuyer(order.id, 'SELESAI')}
          onConfirmed={() => navigate(myOrdersPath('SELESAI'))}
        />
      )}
      {order.status === 'DIBAYAR' && order.order_items.some(({ batch_id }) => batch_id) && (
        <Suspense>
          <CancelBatchOrder order={order} />
        </Suspense>
      )}
      {order.shipment && <ShipmentInfo shipment={order.shipment} way={order.delivery_way} />}
      {order.refunds.length > 0 && (
        <Suspense>
          <OrderRefunds order={order} forBuyer />
        </Suspense>
      )}
    </div>
  )
}
