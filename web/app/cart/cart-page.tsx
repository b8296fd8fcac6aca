import type { Cart } from '@camilan/contract/cart'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { href, Link } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { api, unchecked } from '~/platform/api'
import { privatePage } from '~/platform/meta'
import type { Prefetches } from '~/platform/prefetched'
import { ActionBar, type HasActionBar } from '~/ui/action-bar'
import { Button, LinkButton } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadProblem } from '~/ui/load-problem'
import { FeesNote, Rupiah } from '~/ui/rupiah'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/cart-page'
import { cartCount } from './cart-count'
import { type CartLine, changeCartLine, isShort, useCartLines, useUnavailable } from './cart-lines'
import { CartList } from './cart-list'
import { UnavailableLines } from './unavailable-lines'

export const meta = privatePage('Keranjang Belanja')

export const handle: Prefetches & HasActionBar = { prefetched: ['/api/carts'], hasActionBar: true }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const answer = api.get('/api/carts', unchecked<Cart>(), { signal: request.signal })
  return cartCount.from(answer, (cart) => cart.total_carts)
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeCartLine(request)
}

export { revalidateIfAnswered as shouldRevalidate } from '~/platform/run-action'

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Keranjang Belanja">
      <Skeleton className="h-40 lg:h-37" />
      <BelowList />
      <ActionBar>
        <Skeleton className="h-12 grow md:ml-auto md:w-60 md:grow-0" />
      </ActionBar>
    </TitledSkeleton>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title="Keranjang Belanja" sentence="Gagal memuat keranjang belanja" />
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const lines = useCartLines(loaderData.data)
  const unavailable = useUnavailable(loaderData.unavailable)
  const refusal = refusalOf(lines)
  const refusalId = useId()
  return (
    <main className="page min-h-dvh">
      <h1 className="title">Keranjang Belanja</h1>
      <UnavailableLines lines={unavailable} />
      {lines.length === 0 ? (
        <EmptyState
          drawing={emptyCart}
          title="Keranjang Anda Kosong"
          action={<LinkButton to={href('/products')}>Lihat Produk</LinkButton>}
        >
          Isi dengan keripik renyah atau kue kering kesukaan keluarga.
        </EmptyState>
      ) : (
        <div className="mt-6">
          <CartList lines={lines} />
          <BelowList className="mt-4" />
          <ActionBar refusal={refusal && <p id={refusalId}>{refusal}</p>}>
            <p className="min-w-0 grow">
              <span className="block text-13 text-muted">Total ({lines.length} produk)</span>
              <Rupiah
                amount={lines.reduce((sum, { price }) => sum + price, 0)}
                className="text-17 font-extrabold min-[22.5rem]:text-21"
              />
            </p>
            {refusal ? (
              <Button disabled aria-describedby={refusalId}>
                Checkout
              </Button>
            ) : (
              <LinkButton to={href('/order')}>Checkout</LinkButton>
            )}
          </ActionBar>
        </div>
      )}
    </main>
  )
}

function BelowList({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-col gap-x-6 gap-y-2 md:flex-row md:items-center md:justify-between ${className}`}>
      <Link to={href('/products')} className="link inline-flex min-h-11 items-center gap-2 self-start">
        <ArrowLeft aria-hidden className="size-4" />
        Lanjut belanja
      </Link>
      <FeesNote className="md:text-right" />
    </div>
  )
}

/** The reason why the cart can't be ordered, and the remedy; null if it can. */
function refusalOf(lines: readonly CartLine[]): string | null {
  const short = lines.filter(isShort)
  if (short.some(({ product }) => product.stock === 0)) return 'Hapus dulu produk yang habis.'
  return short.length > 0 ? 'Sesuaikan dulu produk yang stoknya kurang.' : null
}
