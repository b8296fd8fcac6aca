import type { OrderDetail } from '@camilan/contract/orders'
import Printer from 'lucide-react/icons/printer'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { href, Link, useLocation } from 'react-router'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import { SellerPayment } from '~/orders/mine/seller-payment'
import { OrderItems } from '~/orders/order-items'
import { printHref, printKinds } from '~/orders/print/print-url'
import { RecipientInfo } from '~/orders/recipient-info'
import { EditShipment } from '~/orders/ship/edit-shipment'
import { PackOrder } from '~/orders/ship/pack-order'
import { ShipOrder } from '~/orders/ship/ship-order'
import { ShipmentInfo } from '~/orders/ship/shipment-info'
import { UndoShipment } from '~/orders/ship-many/undo-shipment'
import { StatusTimeline } from '~/orders/status-timeline'
import { isStopped } from '~/orders/stopped-order'
import { orderMessage } from '~/orders/whatsapp'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { ChangeOrder } from '~/payments/money/change-order'
import { ChangeHistory } from '~/people/audit/history-list'
import { useLivePage } from '~/people/notifications/live'
import { useSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime } from '~/platform/state/formats'
import { useLoaded } from '~/platform/state/use-loaded'
import { useMediaQuery } from '~/platform/state/use-media-query'
import { LinkButton } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/manage-order-page'
import { EndOrder } from './end-order'
import { OrderHead } from './order-head'
import { TakenBack } from './taken-back'

/** Only for orders that the seller entered. */
const RecordHandPayment = lazy(() => import('~/payments/money/record-hand-payment'))
const NewLink = lazy(() => import('~/checkout/seller/new-link'))
const AssignedPayments = lazy(() => import('~/payments/money/assigned-payments'))
const OrderRefunds = lazy(() => import('~/payments/refunds/order-refunds'))

const title = 'Detail Pesanan'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pesanan', on404: 'Pesanan Tidak Ditemukan' }

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
  const { isAdmin } = useSession()
  const hasNumber = Boolean(order.shipment?.tracking_number)
  return (
    <main className="page">
      <BackLink to={href('/admin/manage-orders') + search} />
      <OrderHead order={order} main={mainActionOf(order, isAdmin)} />
      <TakenBack order={order} />
      {isAdmin && <MoneyToReturn order={order} />}
      <Tools order={order} />
      {/* Cards in the same row are equally high. */}
      <div className="grid gap-4 lg:grid-cols-2">
        <div className={`grid ${hasNumber ? '' : 'lg:col-span-2'}`}>
          <Recipient order={order} />
        </div>
        {order.shipment && (
          <div className={`grid ${hasNumber ? '' : 'lg:col-span-2'}`}>
            <ShipmentInfo
              shipment={order.shipment}
              way={order.delivery_way}
              aside={order.status === 'DIKIRIM' && <EditShipment orderId={order.id} shipment={order.shipment} />}
            >
              <div className="mt-4 empty:hidden">
                {order.status === 'DIKIRIM' && <UndoShipment ids={[order.id]} shippedAt={order.shipment.shipped_at} />}
              </div>
            </ShipmentInfo>
          </div>
        )}
        {/* On a phone the goods to pack come first. Nothing in them gets the focus, so its sequence stays. */}
        <div className="grid max-lg:order-first">
          <OrderItems order={order} />
        </div>
        <SellerPayment order={order} />
        {order.assigned_payments?.length ? (
          <div className="grid lg:col-span-2">
            <Suspense>
              <AssignedPayments payments={order.assigned_payments} />
            </Suspense>
          </div>
        ) : null}
        {order.refunds.length > 0 && (
          <div className="grid lg:col-span-2">
            <Suspense>
              <OrderRefunds order={order} />
            </Suspense>
          </div>
        )}
        <div className="grid items-start gap-4 lg:col-span-2 lg:auto-cols-fr lg:grid-flow-col">
          <StatusTimeline history={order.history} />
          {isAdmin && <ChangeHistory key={historyKey(order)} subject="orders" id={order.id} />}
        </div>
      </div>
    </main>
  )
}

function mainActionOf(order: OrderDetail, isAdmin: boolean): ReactElement | null {
  if (order.status === 'DIBAYAR' && !isStopped(order)) return <ShipOrder order={order} />
  const isUnpaidOwn = order.status === 'DIPROSES' && order.source === 'penjual'
  return isAdmin && isUnpaidOwn ? <RecordHandPayment order={order} /> : null
}

/** Money that came in for a cancelled order. */
function MoneyToReturn({ order: { status, transaction, refunds } }: { order: OrderDetail }) {
  const { refunded_at } = transaction
  if (status !== 'DIBATALKAN' || transaction.status !== 'SUKSES' || transaction.reversed_at) return null
  return (
    <div className="mb-4">
      <Notice>
        <span>
          {refunded_at
            ? `Dana pesanan ini sudah dikembalikan pada ${formatJakartaTime(refunded_at)}.`
            : refunds.some(({ reason }) => reason === 'SHOP_CANCELLED')
              ? 'Pesanan ini dibatalkan setelah dibayar: dananya perlu dikembalikan.'
              : 'Pembayaran masuk setelah pesanan ini dibatalkan: perlu pengembalian dana.'}
        </span>
        {!refunded_at && (
          <Link
            to={href('/admin/refunds')}
            className="flex min-h-11 w-fit items-center underline underline-offset-2 md:min-h-0"
          >
            Lihat pengembalian dana
          </Link>
        )}
      </Notice>
    </div>
  )
}

/** The other actions: on a phone one strip of equal parts, each with its icon above its name; one alone is a button. */
function Tools({ order }: { order: OrderDetail }) {
  const { isAdmin } = useSession()
  const isPrintable = order.status !== 'DIPROSES' && order.status !== 'DIBATALKAN'
  return (
    <div className={`mb-4 flex flex-wrap gap-3 ${order.status === 'DIBATALKAN' ? '' : strip}`}>
      <PackOrder order={order} />
      <ChangeOrder order={order} />
      {isPrintable &&
        (['slip', 'receipt'] as const).map((kind) => (
          <LinkButton key={kind} variant="quiet" to={printHref({ ids: [order.id], kind })}>
            <Printer aria-hidden className="size-5" />
            <span>{printKinds[kind]}</span>
          </LinkButton>
        ))}
      {isAdmin && order.status === 'DIPROSES' && <EndOrder orderId={order.id} />}
      {order.status === 'DIBATALKAN' && (
        <LinkButton variant="quiet" to={`${href('/admin/manage-orders/baru')}?from=${encodeURIComponent(order.id)}`}>
          Catat ulang sebagai pesanan baru
        </LinkButton>
      )}
    </div>
  )
}

const strip =
  'max-sm:flex-nowrap max-sm:gap-0 max-sm:rounded-2xl max-sm:border max-sm:border-line max-sm:p-1 max-sm:[&>:not(dialog)]:flex-1 max-sm:[&>:not(dialog)]:flex-col max-sm:[&>:not(dialog)]:justify-start max-sm:[&>:not(dialog)]:gap-1 max-sm:[&>:not(dialog)]:border-0 max-sm:[&>:not(dialog)]:px-1 max-sm:[&>:not(dialog)]:text-13 max-sm:[&>:not(dialog)]:leading-tight narrow:flex-wrap narrow:[&>:not(dialog)]:basis-full narrow:[&>:not(dialog)]:flex-row narrow:[&>:not(dialog)]:items-center'

function Recipient({ order }: { order: OrderDetail }) {
  const { publicUrl } = useShopInfo()
  const { isAdmin } = useSession()
  return (
    <RecipientInfo order={order} forSeller>
      <div className="mt-1 -mb-2 flex flex-wrap items-center gap-x-5">
        <WhatsappLink phone={order.user.phone} text={orderMessage(order, publicUrl)} />
        {isAdmin && order.user.phone !== null && (
          <Link
            to={href('/admin/customers/:customerId', { customerId: order.id })}
            className="link inline-flex min-h-11 items-center gap-1.5"
          >
            <ReceiptText aria-hidden className="size-4" />
            Semua pesanan pembeli ini
          </Link>
        )}
        {isAdmin && order.source === 'penjual' && (
          <Suspense>
            <NewLink order={order} />
          </Suspense>
        )}
      </div>
    </RecipientInfo>
  )
}

/** The history of changes is loaded again after each of them. */
const historyKey = ({ status, order_items, refunds, user, address, city, note }: OrderDetail) =>
  JSON.stringify([status, order_items, refunds, user, address, city, note])
