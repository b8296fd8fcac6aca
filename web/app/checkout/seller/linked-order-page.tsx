import { causeNote } from '@camilan/contract/order-values'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import type { LinkedOrder } from '@camilan/contract/seller-orders'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { href, useSearchParams } from 'react-router'
import unreachable from '~/brand/unreachable.svg'
import { OrderLinks } from '~/orders/mine/order-links'
import { PaymentInfo } from '~/orders/mine/payment-info'
import { OrderHead } from '~/orders/order-card'
import { OrderItems } from '~/orders/order-items'
import { ShipmentInfo } from '~/orders/ship/shipment-info'
import { useFragmentToken } from '~/people/login/use-mailed-token'
import { api, unchecked, uncheckedData } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { readDraft, writeDraft } from '~/platform/forms/draft'
import { privatePage, shopOf } from '~/platform/pages/meta'
import { privatePreview } from '~/platform/pages/public-meta'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { EmptyState } from '~/ui/loading/empty-state'
import { Skeleton } from '~/ui/loading/skeleton'
import { formatMoment, Moment } from '~/ui/shop/moment'
import { Rupiah } from '~/ui/shop/rupiah'
import type { Route } from './+types/linked-order-page'

/** Otherwise the cart would load them, too: its page shares a file with this one. */
const OrderProgress = lazy(() => import('~/orders/mine/order-progress'))
const ConfirmOrder = lazy(async () => ({ default: (await import('~/orders/mine/confirm-order')).ConfirmOrder }))
const ReceiptView = lazy(async () => ({ default: (await import('~/orders/print/receipt-view')).ReceiptView }))
const UnpaidPanel = lazy(async () => ({ default: (await import('~/payments/choose/unpaid-panel')).UnpaidPanel }))

const title = 'Pesanan Anda'

/** Messengers that open the link keep no copy of the page, and search engines don't list it. */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

/** Until the page has read the token, its URL contains it, and no other server may see it. */
export const meta = (args: Route.MetaArgs) => {
  const shop = shopOf(args.matches)
  const preview = { heading: title, description: 'Buka tautan ini untuk melihat pesanan Anda dan membayarnya.' }
  return [
    ...privatePage(title)(args),
    ...(shop ? privatePreview(shop, preview) : []),
    { name: 'referrer', content: 'no-referrer' },
  ]
}

const receiptPath = `${href('/pesanan')}?struk`
const askAgainMs = 15_000
const keptToken = 'orderLink'

/** The order of a link that the seller sent. Its buyer needs no account. */
export default function LinkedOrderPage() {
  const token = useKeptToken()
  const [order, setOrder] = useState<LinkedOrder>()
  const [problem, setProblem] = useState<string>()
  const ask = useCallback(
    async (call: 'order' | 'refresh') => {
      if (!token) return setProblem('Buka tautan dari pesan penjual dengan utuh.')
      try {
        const { data } = await api.post(`/api/order-links/${call}`, { token }, uncheckedData<LinkedOrder>())
        setOrder(data)
        setProblem(undefined)
      } catch (error) {
        setProblem(sentenceOf(error, 'Pesanan belum bisa dimuat. Periksa koneksi Anda.'))
      }
    },
    [token],
  )
  useEffect(() => {
    if (token !== undefined) void ask('order')
  }, [ask, token])
  const isOpen = order?.status === 'DIPROSES'
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => !document.hidden && void ask('order'), askAgainMs)
    return () => clearInterval(timer)
  }, [ask, isOpen])

  // What is wrong, and what can be done.
  const [wrong = '', ...advice] = problem?.split('. ') ?? []
  const showsReceipt = useSearchParams()[0].has('struk')
  const shown = (
    <main className="page">
      {order ? (
        <Linked order={order} token={token ?? ''} ask={ask} />
      ) : (
        <>
          <h1 className="title">{title}</h1>
          <div className="mt-6">
            {problem ? (
              <EmptyState
                drawing={unreachable}
                title={wrong}
                action={<LinkButton to={href('/products')}>Lihat Produk</LinkButton>}
              >
                {`${advice.join('. ')}${!token ? 'Kalau tautannya hilang atau sudah diganti, mintalah yang baru kepada penjual.' : ''}`}
              </EmptyState>
            ) : (
              <Skeleton className="h-56" />
            )}
          </div>
          <noscript>
            <p className="mt-6">Nyalakan JavaScript di peramban Anda untuk melihat pesanan.</p>
          </noscript>
        </>
      )}
    </main>
  )
  // The order stays until its receipt is loaded.
  return (
    <Suspense fallback={<main className="page" aria-busy />}>
      {order?.transaction.paid_at && showsReceipt ? <ReceiptView order={order} back={href('/pesanan')} /> : shown}
    </Suspense>
  )
}

/** Undefined until it is known; null: there is none. It is kept for the way back from the gateway's own page. */
function useKeptToken(): string | null | undefined {
  const { token, missing } = useFragmentToken()
  useEffect(() => {
    if (token) writeDraft(keptToken, token)
  }, [token])
  return token ?? (missing ? readDraft(keptToken, unchecked<string>()) : undefined)
}

interface LinkedProps {
  order: LinkedOrder
  token: string
  ask: (call: 'order' | 'refresh') => Promise<void>
}

function Linked({ order, token, ask }: LinkedProps) {
  const send = async <Data,>(call: string, body: object = {}) =>
    (await api.post(`/api/order-links/${call}`, { token, ...body }, uncheckedData<Data>())).data
  const payment = {
    find: () => send<Payment>('payment'),
    change: (method: PaymentMethod | '') =>
      send<Payment>('payment/change', method === '' ? {} : { payment_method: method }),
    onConcluded: () => ask('refresh'),
  }
  const isLong = order.status === 'DIKIRIM' || order.refunds.length > 0
  const isUnpaid = order.status === 'DIPROSES'
  const progress = (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <OrderProgress order={order}>
        <OrderLinks order={order} receipt={receiptPath} />
      </OrderProgress>
    </Suspense>
  )
  const payInfo = (
    <div className="order-3 empty:hidden">
      <PaymentInfo order={order} />
    </div>
  )
  return (
    <>
      <OrderHead order={order} />
      <p className="text-13 text-muted">{`Dipesan ${formatJakartaTime(order.order_time)}`}</p>
      {!isUnpaid && <div className="mt-4">{progress}</div>}
      {/* In the order of the buyer's own page. */}
      <div className="mt-4 flex flex-col gap-4 md:grid md:items-start md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="contents md:order-2 md:grid md:gap-4">
          <div className="order-1 grid gap-4 empty:hidden">
            {isUnpaid &&
              (order.is_payable ? (
                <Suspense fallback={<Skeleton className="h-80" />}>
                  <UnpaidPanel order={order} linked={payment} />
                </Suspense>
              ) : (
                <SectionCard title="Selesaikan Pembayaran">
                  <Rupiah amount={order.total_price} className="text-28 font-extrabold tracking-tight" />
                  <p className="mt-2">
                    Bayar langsung kepada penjual, tunai atau transfer, sebelum{' '}
                    <Moment at={order.transaction.order_expires_at} className="font-bold" />.
                  </p>
                </SectionCard>
              ))}
            {order.status === 'DIKIRIM' && (
              <Suspense fallback={<Skeleton className="h-40" />}>
                <ConfirmOrder order={order} send={() => send('confirm')} onConfirmed={() => ask('order')} />
              </Suspense>
            )}
            {order.shipment && <ShipmentInfo shipment={order.shipment} way={order.delivery_way} />}
            {order.refunds.map(({ amount, state, at, cause }) => (
              <Notice key={`${at} ${amount}`}>
                {state === 'done'
                  ? `${formatRupiah(amount)} sudah kami kembalikan ${formatMoment(at)}.`
                  : `${formatRupiah(amount)} akan kami kembalikan.${causeNote(cause)} Penjual menghubungi Anda.`}
              </Notice>
            ))}
          </div>
          {!isLong && payInfo}
        </div>
        <div className="contents md:grid md:gap-4">
          {isUnpaid && <div className="order-1">{progress}</div>}
          <div className="order-2">
            <OrderItems order={order} />
          </div>
          {isLong && payInfo}
        </div>
      </div>
    </>
  )
}
