import type { OrderDetail } from '@camilan/contract/orders'
import { Printer, ReceiptText } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { href, Link, useLocation } from 'react-router'
import { ChangeHistory } from '~/audit/change-history'
import { useLivePage } from '~/notifications/live'
import { ChangeOrder } from '~/payments/change-order'
import { formatJakartaTime } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { useSession } from '~/platform/session'
import { useShopInfo } from '~/platform/shop-info'
import { useLoaded } from '~/platform/use-loaded'
import { useMediaQuery } from '~/platform/use-media-query'
import { ActionBar } from '~/ui/action-bar'
import { BackLink } from '~/ui/back-link'
import { LinkButton } from '~/ui/button'
import { LoadProblem } from '~/ui/load-problem'
import { Moment } from '~/ui/moment'
import { Notice } from '~/ui/notice'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import { StatusBadge } from '~/ui/status-badge'
import type { Route } from './+types/manage-order-page'
import { AskGateway } from './ask-gateway'
import { EditShipment } from './edit-shipment'
import { EndOrder } from './end-order'
import { isHeld } from './held-order'
import { loadAdminOrder } from './load-admin-orders'
import { OrderItems } from './order-items'
import { PackOrder } from './pack-order'
import { PaymentInfo } from './payment-info'
import { printHref, printKinds } from './print-url'
import { RecipientInfo } from './recipient-info'
import { ShipOrder } from './ship-order'
import { ShipmentInfo } from './shipment-info'
import { StatusTimeline } from './status-timeline'
import { UndoShipment } from './undo-shipment'
import { orderMessage } from './whatsapp'
import { WhatsappLink } from './whatsapp-link'
import { Withdrawal } from './withdrawal'

/** Only for orders that the seller entered. */
const RecordHandPayment = lazy(() => import('~/payments/record-hand-payment'))
const NewLink = lazy(() => import('~/checkout/new-link'))
const OrderRefunds = lazy(() => import('~/payments/order-refunds'))

const title = 'Detail Pesanan'

export const meta = privatePage(title)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return { order: await loadAdminOrder(params.orderId, request.signal) }
}

export function HydrateFallback() {
  return (
    <Columns>
      <TitledSkeleton title={title}>
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </TitledSkeleton>
    </Columns>
  )
}

export default function ManageOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id === order.id)
  const hasRoom = useMediaQuery('(min-width: 80rem)')
  return (
    <Columns>
      {hasRoom && <ListBeside order={order} />}
      {/* What is open or typed belongs to one order. */}
      <ShownOrder key={order.id} order={order} />
    </Columns>
  )
}

/**
 * From 80rem on, the list is beside `main`. The window's own scroll padding would move the order whenever a row near an edge
 * of the window gets the focus.
 */
const Columns = ({ children }: { children: ReactNode }) => (
  <div className="xl:grid xl:[:root:has(&)]:scroll-pt-16 xl:[:root:has(&)]:scroll-pb-0 xl:grid-cols-[clamp(18rem,22.5vw,26rem)_minmax(0,1fr)] xl:items-start xl:[&>main]:col-start-2 xl:[&>main]:mx-0 xl:[&>main]:min-h-[calc(100dvh-4rem)] xl:[&>main]:border-l xl:[&>main]:border-line xl:[&>main]:pt-5">
    {children}
  </div>
)

/** If its code can't be loaded, the order is shown without it. */
function ListBeside({ order }: { order: OrderDetail }) {
  const part = useLoaded(() => import('./orders-beside'))
  return part && <part.OrdersBeside order={order} />
}

function ShownOrder({ order }: { order: OrderDetail }) {
  const { search } = useLocation()
  const { publicUrl } = useShopInfo()
  const isPaid = order.status === 'DIBAYAR'
  const { isAdmin } = useSession()
  const mayShip = isPaid && !isHeld(order)
  return (
    <main className="page">
      <BackLink to={href('/admin/manage-orders') + search} />
      <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 id="pesanan" tabIndex={-1} className="title">
          Pesanan <span className="whitespace-nowrap">#{order.id}</span>
        </h1>
        <StatusBadge status={order.status} />
        {mayShip && (
          <div className="md:ml-auto">
            <ActionBar onlyOnPhones>
              <ShipOrder order={order} />
            </ActionBar>
          </div>
        )}
        <p className="w-full text-13 text-muted">
          Dipesan <Moment at={order.order_time} />
          {order.status === 'DIPROSES' && (
            <>
              {' '}
              · Batas bayar <Moment at={order.transaction.order_expires_at} />
            </>
          )}
        </p>
      </div>
      <Withdrawal order={order} />
      {isAdmin &&
        order.status === 'DIBATALKAN' &&
        order.transaction.status === 'SUKSES' &&
        !order.transaction.reversed_at && (
          <div className="mb-4">
            <Notice>
              {order.transaction.refunded_at
                ? `Dana pesanan ini sudah dikembalikan pada ${formatJakartaTime(order.transaction.refunded_at)}.`
                : order.refunds.some(({ reason }) => reason === 'SHOP_CANCELLED')
                  ? 'Pesanan ini dibatalkan setelah dibayar: dananya perlu dikembalikan.'
                  : 'Pembayaran masuk setelah pesanan ini dibatalkan: perlu pengembalian dana.'}
              {!order.transaction.refunded_at && (
                <Link
                  to={href('/admin/refunds')}
                  className="flex min-h-11 w-fit items-center underline underline-offset-2 md:min-h-0"
                >
                  Lihat pengembalian dana
                </Link>
              )}
            </Notice>
          </div>
        )}
      {order.status === 'DIPROSES' && (
        <div className="mb-4 grid gap-3 md:flex md:items-center">
          <div className="grow">
            <Notice>Belum dibayar, jadi belum perlu disiapkan.</Notice>
          </div>
          {isAdmin && order.source === 'penjual' && (
            <Suspense>
              <RecordHandPayment order={order} />
            </Suspense>
          )}
          {isAdmin && <EndOrder orderId={order.id} />}
        </div>
      )}
      <div className="mb-4 flex flex-wrap gap-2 max-sm:*:grow max-sm:[&>:not(dialog)]:px-2 sm:gap-3">
        <PackOrder order={order} />
        <ChangeOrder order={order} />
        {order.status !== 'DIPROSES' &&
          order.status !== 'DIBATALKAN' &&
          (['slip', 'receipt'] as const).map((kind) => (
            <LinkButton key={kind} variant="quiet" to={printHref({ ids: [order.id], kind })}>
              <Printer aria-hidden className="size-5" />
              {printKinds[kind]}
            </LinkButton>
          ))}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr] xl:max-[88rem]:grid-cols-[4fr_3fr]">
        <div className="grid gap-4">
          <RecipientInfo order={order} forSeller>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <WhatsappLink phone={order.user.phone} text={orderMessage(order, publicUrl)} />
              {order.source === 'penjual' && (
                <Suspense>
                  <NewLink order={order} />
                </Suspense>
              )}
            </div>
            {isAdmin && (
              <Link
                to={href('/admin/customers/:customerId', { customerId: order.id })}
                className="link flex min-h-11 w-fit items-center gap-1.5"
              >
                <ReceiptText aria-hidden className="size-4" />
                Semua pesanan pembeli ini
              </Link>
            )}
          </RecipientInfo>
          <OrderItems order={order} />
        </div>
        <div className="grid gap-4">
          {order.shipment && (
            <ShipmentInfo
              shipment={order.shipment}
              aside={order.status === 'DIKIRIM' && <EditShipment orderId={order.id} shipment={order.shipment} />}
            >
              <div className="mt-4 empty:hidden">
                {order.status === 'DIKIRIM' && <UndoShipment ids={[order.id]} shippedAt={order.shipment.shipped_at} />}
              </div>
            </ShipmentInfo>
          )}
          <PaymentInfo order={order} />
          {isAdmin && !order.transaction.by_hand && <AskGateway orderId={order.id} />}
          {order.refunds.length > 0 && (
            <Suspense>
              <OrderRefunds order={order} />
            </Suspense>
          )}
          <StatusTimeline history={order.history} />
          {isAdmin && <ChangeHistory key={historyKey(order)} subject="orders" id={order.id} />}
        </div>
      </div>
    </main>
  )
}

/** The history of changes is loaded again after each of them. */
const historyKey = ({ status, order_items, refunds, user, address, city, note }: OrderDetail) =>
  JSON.stringify([status, order_items, refunds, user, address, city, note])

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" on404="Pesanan Tidak Ditemukan" />
}
