import type { User } from '@camilan/contract/accounts'
import type { Cart } from '@camilan/contract/cart'
import type { LastDelivery, PaymentTime } from '@camilan/contract/checkout'
import type { OrderStatus } from '@camilan/contract/order-values'
import type { MyOrderList, Order } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { useEffect, useState } from 'react'
import { href } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import drawing from '~/brand/table.svg'
import { cartCount } from '~/orders/cart/cart-count'
import { PayButton } from '~/payments/pay/pay-button'
import { refreshPayment } from '~/payments/pay/use-fresh-order'
import { type PaymentAccess, usePayment } from '~/payments/pay/use-payment'
import { me } from '~/people/me'
import { useLiveEvents } from '~/people/notifications/live'
import { api, unchecked, uncheckedData } from '~/platform/api/api'
import type { Prefetches } from '~/platform/api/prefetched'
import { privatePage } from '~/platform/pages/meta'
import { refreshOpening } from '~/platform/pages/opening'
import { onReturn, useLoadOnReturn } from '~/platform/state/on-return'
import { LinkButton } from '~/ui/ask/button'
import { Drawing, EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { ActionBar, type HasActionBar } from '~/ui/page/action-bar'
import { Moment } from '~/ui/shop/moment'
import { SimulationNote } from '~/ui/shop/simulation-note'
import type { Route } from './+types/checkout-page'
import { CheckoutForm } from './form/checkout-form'

export const meta = privatePage('Buat Pesanan')

const lastDelivery = '/api/orders/me/last-delivery'

export const handle: Prefetches & HasActionBar & PageWords = {
  title: 'Buat Pesanan',
  failed: 'Gagal memuat data pesanan',
  prefetched: ['/api/users/me', '/api/carts', '/api/carts/payment-time', '/api/opening', lastDelivery],
  hasActionBar: true,
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const [user, cart, time, last] = await Promise.all([
    me.from(api.get('/api/users/me', uncheckedData<User>(), { signal }), ({ data }) => data),
    cartCount.from(askForCart(signal), ({ total_carts }) => total_carts),
    // Without it the page does not show the time to pay.
    api.get('/api/carts/payment-time', uncheckedData<PaymentTime>(), { signal }).catch(() => null),
    // Without it the buyer types address and city again.
    api.get(lastDelivery, uncheckedData<LastDelivery>(), { signal }).catch(() => null),
    // Without it the page keeps the state of the page before.
    refreshOpening(signal).catch(() => {}),
  ])
  const waiting = cart.data.length === 0 ? await newestUnpaid(signal) : null
  return { user: user.data, cart, paymentTime: time?.data, last: last?.data ?? null, waiting }
}

const askForCart = (signal: AbortSignal) => api.get('/api/carts', unchecked<Cart>(), { signal })

/** The tab may have been left with the payment popup open: then the cart is empty, and its order waits. */
async function newestUnpaid(signal: AbortSignal): Promise<Order | null> {
  const orders = await api.get('/api/orders/me?limit=1', unchecked<MyOrderList>(), { signal }).catch(() => null)
  return orders?.data[0] ?? null
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Buat Pesanan">
      <Skeleton className="h-40" />
      <Skeleton className="h-96" />
      <ActionBar onlyOnPhones>
        <Skeleton className="h-12 grow md:hidden" />
      </ActionBar>
    </TitledSkeleton>
  )
}

interface PlacedOrderProps {
  placed: Pick<Payment, 'order_id' | 'expires_at'>
  /** It was placed earlier, and its popup was left without a result. */
  isWaiting?: boolean
  /** A sentence, if the payment runs out before its order. */
  shortLife: string | null
  payment: PaymentAccess
}

/** Shown behind the payment popup, or instead of it, or instead of an empty form: the order exists and can't be placed twice. */
function PlacedOrder({ placed, isWaiting = false, shortLife, payment }: PlacedOrderProps) {
  const isPaid = useStatus(placed.order_id) === 'DIBAYAR'
  return (
    <main className="page grid max-w-md justify-items-center gap-3 text-center">
      <Drawing src={drawing} className="mt-4 md:hidden" />
      <h1 className="title">
        {isPaid ? 'Pembayaran diterima' : isWaiting ? 'Pesanan menunggu pembayaran' : 'Pesanan dibuat'}
      </h1>
      <p className="text-muted">
        Nomor pesanan Anda <strong className="text-body">{`#${placed.order_id}`}</strong>
        <span>{`. ${isPaid ? 'Kami segera mengemasnya.' : 'Selesaikan pembayaran supaya kami bisa segera mengemasnya.'}`}</span>
      </p>
      {!isPaid && (
        <div>
          {shortLife && <p className="text-muted">{shortLife}</p>}
          <p>
            Bayar sebelum <Moment at={placed.expires_at} className="font-bold" />
          </p>
        </div>
      )}
      {!isPaid && <SimulationNote />}
      <div className="mt-3 grid w-full max-w-80 gap-3">
        {!isPaid && <PayButton orderId={placed.order_id} payment={payment} />}
        <LinkButton variant="quiet" to={href('/my-order/order/:orderId', { orderId: placed.order_id })}>
          Lihat Pesanan
        </LinkButton>
      </div>
    </main>
  )
}

/** The popup may never report: the live events do, and the gateway is asked after missed ones and when the buyer returns. */
function useStatus(orderId: string): OrderStatus {
  const [status, setStatus] = useState<OrderStatus>('DIPROSES')
  const [missed, setMissed] = useState(0)
  useLiveEvents((event) => {
    if (event.kind === 'missed') setMissed((count) => count + 1)
    if (event.kind === 'order' && event.order.order_id === orderId) setStatus(event.order.status)
  })
  useEffect(() => {
    const leaving = new AbortController()
    const ask = () => {
      refreshPayment(orderId, leaving.signal).then(
        (order) => setStatus(order.status),
        (error: unknown) => leaving.signal.aborted || console.error(error),
      )
    }
    if (missed > 0) ask()
    onReturn(ask, leaving.signal)
    return () => leaving.abort()
  }, [orderId, missed])
  return status
}

export default function CheckoutPage({ loaderData: { user, cart, paymentTime, last, waiting } }: Route.ComponentProps) {
  const payment = usePayment()
  const [placed, setPlaced] = useState<{ placed: Payment; shortLife: string | null } | null>(null)
  useLoadOnReturn(askForCart)
  const { data: lines, unavailable } = cart
  if (placed) return <PlacedOrder {...placed} payment={payment} />
  if (waiting && unavailable.length === 0) {
    const order = { order_id: waiting.id, expires_at: waiting.transaction.order_expires_at }
    return <PlacedOrder placed={order} isWaiting shortLife={null} payment={payment} />
  }
  return (
    <main className="page min-h-dvh">
      <h1 className="title">Buat Pesanan</h1>
      {lines.length === 0 ? (
        <EmptyState
          drawing={emptyCart}
          title="Keranjang Anda Kosong"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <LinkButton to={href('/products')}>Lihat Produk</LinkButton>
              <LinkButton variant="quiet" to={href('/my-order')}>
                Pesanan Saya
              </LinkButton>
            </div>
          }
        >
          {unavailable.length > 0
            ? `${unavailable.map(({ name }) => name || 'Satu produk').join(', ')} tidak dijual lagi.`
            : 'Pilih dulu camilan yang ingin dipesan.'}
        </EmptyState>
      ) : (
        <CheckoutForm
          user={user}
          last={last}
          cart={cart}
          paymentTime={paymentTime}
          onPlaced={(order, shortLife) => {
            setPlaced({ placed: order, shortLife })
            void payment.open(order)
          }}
        />
      )}
    </main>
  )
}
