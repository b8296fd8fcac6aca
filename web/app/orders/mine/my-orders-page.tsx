import { type OrderStatus, orderStatuses } from '@camilan/contract/order-values'
import type { MyOrderList, Order } from '@camilan/contract/orders'
import { paymentMethods } from '@camilan/contract/payment-methods'
import { href } from 'react-router'
import emptyOrders from '~/brand/empty-orders.svg'
import { BuyerOrderCard } from '~/orders/order-card'
import { TrackingLink } from '~/orders/ship/shipment-info'
import { PayButton } from '~/payments/pay/pay-button'
import { codesOf, PaymentCodes } from '~/payments/pay/payment-codes'
import { methodOf, outcomeOf } from '~/payments/pay/payment-state'
import { usePayment } from '~/payments/pay/use-payment'
import { useLivePage } from '~/people/notifications/live'
import { api, unchecked } from '~/platform/api/api'
import type { Prefetches } from '~/platform/api/prefetched'
import { redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useListPending } from '~/platform/pages/use-list-pending'
import { LinkButton } from '~/ui/ask/button'
import { Pagination } from '~/ui/lists/pagination'
import { TabLinks } from '~/ui/lists/tab-links'
import { EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/my-orders-page'

export const meta = privatePage('Pesanan Saya')

const tabs: Record<OrderStatus, { label: string; whenEmpty: string }> = {
  DIPROSES: { label: 'Diproses', whenEmpty: 'Tidak ada pesanan yang menunggu pembayaran' },
  DIBAYAR: { label: 'Dibayar', whenEmpty: 'Tidak ada pesanan yang sedang disiapkan' },
  DIKIRIM: { label: 'Dikirim', whenEmpty: 'Tidak ada pesanan dalam perjalanan' },
  SELESAI: { label: 'Selesai', whenEmpty: 'Belum ada pesanan yang selesai' },
  DIBATALKAN: { label: 'Dibatalkan', whenEmpty: 'Tidak ada pesanan yang dibatalkan' },
}

export const handle: Prefetches & PageWords = {
  title: 'Pesanan Saya',
  failed: 'Gagal memuat data pesanan',
  prefetched: [`/api/orders/me?${listOf(new URLSearchParams())}`],
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const params = listOf(searchParams)
  const orders = await api.get(`/api/orders/me?${params}`, unchecked<MyOrderList>(), { signal: request.signal })
  const status = params.get('status') as OrderStatus
  const list = { page: orders.pagination.page, size: 10, query: '', filters: { status } } as const
  redirectBeyondLastPage(list, orders.pagination.total_page, request)
  return { status, orders: orders.data, counts: orders.orders_by_status, pagination: orders.pagination }
}

function listOf(given: URLSearchParams): URLSearchParams {
  const status = orderStatuses.find((known) => known === given.get('status')) ?? 'DIPROSES'
  return new URLSearchParams({ status, page: given.get('page') ?? '1', limit: '10' })
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Pesanan Saya">
      <Skeleton className="h-12" />
      <div className="grid gap-4">
        <Skeleton className="h-56 lg:h-40" />
        <Skeleton className="h-56 lg:h-40" />
      </div>
    </TitledSkeleton>
  )
}

/** On the card of an unpaid order: what it is paid with, after the gateway has given it, and the button that pays. */
function PayFromList({ order: { id, transaction } }: { order: Pick<Order, 'id' | 'transaction'> }) {
  const payment = usePayment()
  const { methods } = useShopInfo().payment
  const method = methodOf(transaction, methods)
  const end = outcomeOf(transaction, method)
  const given = end === null ? codesOf(method, transaction).filter(({ digits }) => digits !== null) : []
  return (
    <div className="grid w-full gap-3">
      {end && <p className="text-warning">{end}</p>}
      {given.length > 0 && (
        <dl className="grid gap-3">
          <PaymentCodes codes={given} ofOrder={` pesanan ${id}`} />
        </dl>
      )}
      {end === null && given.length === 0 && method && methods.length > 1 && (
        <p>
          <span className="text-muted">Cara Bayar:</span> <span>{paymentMethods[method].label}</span>
        </p>
      )}
      <PayButton orderId={id} payment={payment} of={`pesanan ${id}`} />
    </div>
  )
}

export default function MyOrdersPage({ loaderData: { status, orders, counts, pagination } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'order')
  const pending = useListPending()
  // What the buyer waits for is not missed because another tab is open.
  const elsewhere = (['DIPROSES', 'DIBAYAR', 'DIKIRIM'] as const).filter((tab) => tab !== status && counts[tab])
  return (
    <main className="page min-h-dvh">
      <h1 className="title">Pesanan Saya</h1>
      <div className="mt-5">
        <TabLinks
          label="Status pesanan"
          of="pesanan"
          tabs={orderStatuses.map((tab) => ({
            to: `?status=${tab}`,
            label: tabs[tab].label,
            count: counts[tab],
            current: tab === status,
            ...(tab === 'DIPROSES' && { note: 'belum dibayar' }),
          }))}
        />
      </div>
      <div aria-busy={pending} className={`mt-4 transition-opacity duration-150 ${pending ? 'opacity-55' : ''}`}>
        {orders.length === 0 ? (
          <EmptyState
            drawing={emptyOrders}
            title={tabs[status].whenEmpty}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                {elsewhere.map((tab) => (
                  <LinkButton key={tab} variant="quiet" to={`?status=${tab}`}>
                    {`${counts[tab]} pesanan ${tabs[tab].label.toLowerCase()}`}
                  </LinkButton>
                ))}
                <LinkButton to={href('/products')}>Lihat Produk</LinkButton>
              </div>
            }
          >
            {elsewhere.length > 0 ? 'Pesanan Anda yang lain ada di sini:' : 'Toples di rumah sudah menunggu diisi.'}
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {orders.map((order) => (
              <li key={order.id} className="min-w-0">
                <BuyerOrderCard order={order}>
                  {order.status === 'DIPROSES' && <PayFromList order={order} />}
                  {order.status === 'DIKIRIM' && <Track order={order} />}
                </BuyerOrderCard>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-6">
        <Pagination
          page={pagination.page}
          totalPages={pagination.total_page}
          hrefOf={(page) => `?status=${status}&page=${page}`}
        />
      </div>
    </main>
  )
}

function Track({ order: { id, shipment } }: { order: Pick<Order, 'id' | 'shipment'> }) {
  if (!shipment?.tracking || !shipment.tracking_number) return null
  return (
    <div className="w-full">
      <TrackingLink {...shipment.tracking} number={shipment.tracking_number} of={`pesanan ${id}`} />
    </div>
  )
}
