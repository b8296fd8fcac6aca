import type { Cart } from '@camilan/contract/cart'
import { chargeNames } from '@camilan/contract/order-values'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useId } from 'react'
import { href, Link, useNavigate, useNavigationType } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { api, unchecked } from '~/platform/api/api'
import type { Prefetches } from '~/platform/api/prefetched'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { focusHeading } from '~/platform/state/focus'
import { useLoadOnReturn } from '~/platform/state/on-return'
import { Button, LinkButton } from '~/ui/ask/button'
import { IconButton } from '~/ui/ask/icon-button'
import { Notice } from '~/ui/ask/notice'
import { EmptyState } from '~/ui/loading/empty-state'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { ActionBar, type HasActionBar } from '~/ui/page/action-bar'
import { hasHistory } from '~/ui/page/back-link'
import { DispatchNote } from '~/ui/shop/dispatch-note'
import { DiscountLines, FeeLine, FeesNote, Rupiah, SumLine } from '~/ui/shop/rupiah'
import type { Route } from './+types/cart-page'
import { cartCount, takeOrdered } from './cart-count'
import {
  batchDay,
  type CartLine,
  changeCartLine,
  leftOf,
  refusalOf,
  useCartLines,
  useRemoveUnavailable,
  useUnavailable,
} from './cart-lines'
import { CartList } from './cart-list'
import { CartAmount, FreeDeliveryNote } from './price-notes'
import { sumOfDiscounts, useDiscounts } from './use-cart-costs'

export const meta = privatePage('Keranjang Belanja')

export const handle: Prefetches & HasActionBar & PageWords = {
  title: 'Keranjang Belanja',
  failed: 'Gagal memuat keranjang belanja',
  prefetched: ['/api/carts'],
  hasActionBar: true,
}

const askForCart = (signal: AbortSignal) => api.get('/api/carts', unchecked<Cart>(), { signal })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return cartCount.from(askForCart(request.signal), (cart) => cart.total_carts)
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeCartLine(request)
}

export { revalidateIfAnswered as shouldRevalidate } from '~/platform/api/run-action'

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Keranjang Belanja">
      <Skeleton className="h-40 lg:h-67" />
      <ActionBar>
        <Skeleton className="h-12 grow md:h-22" />
      </ActionBar>
    </TitledSkeleton>
  )
}

/** Says which products left the shop since they were put into the cart. */
function UnavailableLines({ lines }: { lines: Cart['unavailable'] }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-4">
      <Notice>
        <ul>
          {lines.map((line) => (
            <UnavailableLine key={line.id} {...line} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function UnavailableLine({ id, name }: Cart['unavailable'][number]) {
  const remove = useRemoveUnavailable(id)
  return (
    <li className="flex items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">{`${name || 'Satu produk'} sedang tidak dijual.`}</span>
      <IconButton
        icon={Trash2}
        label={`Hapus ${name}`}
        danger
        onClick={() => {
          void remove()
          focusHeading()
        }}
      />
    </li>
  )
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const lines = useCartLines(loaderData.data)
  const unavailable = useUnavailable(loaderData.unavailable)
  const { untilFreeDelivery, ...priced } = useDiscounts(loaderData, lines)
  const refusal = refusalOf(lines)
  const refusalId = useId()
  const { goods } = useShopInfo()
  useStepAside(lines.length === 0)
  useLoadOnReturn(askForCart)
  return (
    <main className="page min-h-dvh md:min-h-[calc(100dvh-6rem)]">
      <h1 className="title">Keranjang Belanja</h1>
      <UnavailableLines lines={unavailable} />
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
          {`Isi dengan ${goods ? 'camilan' : 'keripik renyah atau kue kering'} kesukaan keluarga.`}
        </EmptyState>
      ) : (
        <div className="mt-6 lg:rounded-2xl lg:border lg:border-line lg:bg-surface">
          <CartList lines={lines} />
          <BelowList lines={lines} {...priced} untilFreeDelivery={untilFreeDelivery} />
          <ActionBar refusal={refusal && <p id={refusalId}>{refusal}</p>}>
            <CartTotal lines={lines} {...priced} />
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

/** The buyer goes back after an order: the emptied cart is left out, unless it is the first page of the visit. */
function useStepAside(isEmpty: boolean): void {
  const cameBack = useNavigationType() === 'POP'
  const navigate = useNavigate()
  useEffect(() => {
    if (isEmpty && cameBack && takeOrdered() && hasHistory()) void navigate(-1)
  }, [isEmpty, cameBack, navigate])
}

interface PricedLines extends Pick<ReturnType<typeof useDiscounts>, 'discounts' | 'isAsking'> {
  lines: readonly CartLine[]
}

/** The goods alone, and what is paid in the end where the delivery has one cost. What is sold out is not counted. */
function CartTotal({ lines, discounts, isAsking }: PricedLines) {
  const { delivery, serviceFee } = useShopInfo()
  const { count, goods } = sumOf(lines)
  const isPaid = !delivery.isPerKg && count > 0
  const total = (isPaid ? goods + delivery.cost + serviceFee : goods) - sumOfDiscounts(discounts)
  return (
    <div className="min-w-0 grow basis-0 narrow:basis-full text-13 text-muted md:flex md:basis-auto md:items-baseline md:justify-between md:gap-4">
      <p className="md:first-line:text-15 md:first-line:font-bold md:first-line:text-body">
        <span>{`Total (${count} produk)`}</span>
        {isPaid && (
          <>
            {' '}
            <br className="max-md:hidden" />
            <Rupiah amount={goods} />
            <span>{`, dengan biaya${delivery.isOneCost ? '' : ' mulai'}`}</span>
          </>
        )}
      </p>
      <p>
        <CartAmount
          amount={isAsking ? null : total}
          className="text-17 font-extrabold text-body min-[22.5rem]:text-21"
        />
      </p>
    </div>
  )
}

/** The way back, and the cost of the order: in lines, or in words where it depends on the city or on the weight. */
function BelowList({
  lines,
  discounts,
  isAsking,
  untilFreeDelivery,
}: PricedLines & { untilFreeDelivery: number | null }) {
  const { delivery, minimumOrder } = useShopInfo()
  const { count, goods } = sumOf(lines)
  const isKnown = delivery.isOneCost && !delivery.isPerKg && !minimumOrder && count > 0
  return (
    <div className="mt-4 flex flex-col gap-x-6 gap-y-2 md:flex-row-reverse md:items-start md:justify-between md:pb-4 lg:mt-0 lg:border-t lg:border-line lg:p-4">
      <div className="grid gap-3">
        {isKnown ? (
          <CartCosts goods={goods} discounts={discounts} isAsking={isAsking} />
        ) : (
          <FeesNote className="md:text-right" />
        )}
        {!isKnown && discounts.length > 0 && (
          <dl className="grid gap-1.5">
            <DiscountLines discounts={discounts} />
          </dl>
        )}
        <FreeDeliveryNote until={untilFreeDelivery} className="md:text-right" />
        {count > 0 && batchDay(lines) === undefined && <DispatchNote className="md:justify-end" />}
      </div>
      <Link to={href('/products')} className="link inline-flex min-h-11 items-center gap-2 self-start">
        <ArrowLeft aria-hidden className="size-4" />
        Lanjut belanja
      </Link>
    </div>
  )
}

function CartCosts({ goods, discounts, isAsking }: { goods: number } & Omit<PricedLines, 'lines'>) {
  const { delivery, serviceFee } = useShopInfo()
  const total = goods + delivery.cost + serviceFee - sumOfDiscounts(discounts)
  return (
    <dl className="card grid gap-1.5 p-4 md:w-96 lg:border-0 lg:p-0">
      <SumLine name={chargeNames.goods} amount={goods} />
      <FeeLine name={chargeNames.delivery} amount={delivery.cost} />
      <FeeLine name={chargeNames.service} amount={serviceFee} />
      <DiscountLines discounts={discounts} />
      {/* On wider screens the bar with the total is below it. */}
      <div className="flex items-baseline justify-between gap-x-4 narrow:flex-wrap font-bold md:hidden">
        <dt>Total Pembayaran</dt>
        <dd>
          <CartAmount amount={isAsking ? null : total} />
        </dd>
      </div>
    </dl>
  )
}

/** What can be bought, and its price. */
function sumOf(lines: readonly CartLine[]): { count: number; goods: number } {
  const inStock = lines.filter((line) => leftOf(line) > 0)
  return { count: inStock.length, goods: inStock.reduce((sum, { price }) => sum + price, 0) }
}
