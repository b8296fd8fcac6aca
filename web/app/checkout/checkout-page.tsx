import type { User } from '@camilan/contract/accounts'
import type { Cart } from '@camilan/contract/cart'
import type { PaymentTime } from '@camilan/contract/checkout'
import type { MyOrderList } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { useState } from 'react'
import { href } from 'react-router'
import { me } from '~/accounts/me'
import emptyCart from '~/brand/empty-cart.svg'
import { cartCount } from '~/cart/cart-count'
import { refreshOpening } from '~/opening/opening'
import { usePayment } from '~/payments/use-payment'
import { api, unchecked, uncheckedData } from '~/platform/api'
import { privatePage } from '~/platform/meta'
import type { Prefetches } from '~/platform/prefetched'
import { ActionBar, type HasActionBar } from '~/ui/action-bar'
import { LinkButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadProblem } from '~/ui/load-problem'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/checkout-page'
import { CheckoutForm } from './checkout-form'
import { PlacedOrder } from './placed-order'

export const meta = privatePage('Buat Pesanan')

const lastOrder = '/api/orders/me?limit=1'

export const handle: Prefetches & HasActionBar = {
  prefetched: ['/api/users/me', '/api/carts', '/api/carts/payment-time', '/api/opening', lastOrder],
  hasActionBar: true,
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const [user, cart, time, last] = await Promise.all([
    me.from(api.get('/api/users/me', uncheckedData<User>(), { signal }), ({ data }) => data),
    cartCount.from(api.get('/api/carts', unchecked<Cart>(), { signal }), ({ total_carts }) => total_carts),
    // Without it the page does not show the time to pay.
    api.get('/api/carts/payment-time', uncheckedData<PaymentTime>(), { signal }).catch(() => null),
    // Without it the buyer types address and city again.
    api.get(lastOrder, unchecked<MyOrderList>(), { signal }).catch(() => null),
    // Without it the page keeps the state of the page before.
    refreshOpening(signal).catch(() => {}),
  ])
  return { user: user.data, lines: cart.data, paymentTime: time?.data, last: last?.data.find(({ city }) => city) }
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

export function ErrorBoundary() {
  return <LoadProblem title="Buat Pesanan" sentence="Gagal memuat data pesanan" />
}

export default function CheckoutPage({ loaderData: { user, lines, paymentTime, last } }: Route.ComponentProps) {
  const payment = usePayment()
  const [placed, setPlaced] = useState<{ placed: Payment; shortLife: string | null } | null>(null)
  if (placed) return <PlacedOrder {...placed} payment={payment} />
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
          Pilih dulu camilan yang ingin dipesan.
        </EmptyState>
      ) : (
        <CheckoutForm
          user={user}
          last={last}
          lines={lines}
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
