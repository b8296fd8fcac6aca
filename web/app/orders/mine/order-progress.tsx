import {
  type Arrival,
  arrivalOf,
  dayInWords,
  daysOnTheWay,
  formatDay,
  formatShortDate,
} from '@camilan/contract/arrival'
import { daysText } from '@camilan/contract/delivery-fees'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { type OrderStatus, orderStatuses } from '@camilan/contract/order-values'
import type { OrderDetail } from '@camilan/contract/orders'
import type { LinkedOrder } from '@camilan/contract/seller-orders'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import Truck from 'lucide-react/icons/truck'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { goodsOf, sentItems } from '~/orders/order-contents'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { formatJakartaTime } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import type { Elements } from '~/ui/elements'
import { formatMoment } from '~/ui/shop/moment'
import { ProductPicture } from '~/ui/shop/product-picture'

type Shown = Pick<OrderDetail, 'id' | 'status' | 'order_items' | 'history' | 'shipment' | 'transaction'> &
  Partial<
    Pick<OrderDetail, 'refunds' | 'city' | 'delivery_way' | 'wanted_on' | 'handover_on'> &
      Pick<LinkedOrder, 'delivery_days' | 'delivery'>
  >

/** Of different products; a phone has room for one. */
const maxPictures = 3

interface OrderProgressProps {
  order: Shown
  /** More links of the last line. */
  children?: Elements
}

/** Where an order is on its way: a sentence, the four steps with their days, and who can be asked. */
export default function OrderProgress({ order, children }: OrderProgressProps) {
  const whatsapp = useWhatsapp()
  const items = sentItems(order)
  // The first, which the sentence names, lies on top.
  const shown = (items.length > 0 ? items : order.order_items).slice(0, maxPictures).toReversed()
  return (
    <section aria-label="Perjalanan pesanan" className="rounded-2xl bg-soft p-4 md:p-6">
      <div className="flex items-center gap-4 narrow:flex-wrap">
        <div className="flex shrink-0 md:-space-x-14">
          {shown.map(({ id, product }) => (
            <div
              key={id}
              className="relative w-18 max-md:not-last:hidden md:w-28 md:not-first:rounded-2xl md:not-first:ring-4 md:not-first:ring-soft"
            >
              <ProductPicture of={product} alt="" sizes="112px" className="rounded-2xl" />
            </div>
          ))}
        </div>
        <div className="min-w-0">
          <p className="text-21 font-extrabold tracking-tight text-balance md:text-28">{storyOf(order)}</p>
          <News order={order} />
        </div>
      </div>
      <Steps order={order} />
      <div className="-mb-2 flex flex-wrap gap-x-6">
        {whatsapp && (
          <WhatsappLink
            phone={whatsapp.text}
            text={`Halo, saya mau bertanya tentang pesanan #${order.id} (${goodsOf(order)}).`}
            label="Tanya penjual"
          />
        )}
        {children}
      </div>
    </section>
  )
}

function storyOf(order: Shown): string {
  const goods = goodsOf(order)
  switch (order.status) {
    case 'DIPROSES':
      return `Terima kasih! ${goods} Anda kami siapkan begitu dibayar`
    case 'DIBAYAR':
      return `Terima kasih! ${goods} Anda sedang disiapkan`
    case 'DIKIRIM':
      return order.delivery_way === 'pickup' ? `${goods} sudah Anda ambil` : `${goods} Anda sedang dalam perjalanan`
    case 'SELESAI':
      return `Selamat menikmati ${goods} Anda!`
    case 'DIBATALKAN':
      return 'Pesanan ini dibatalkan'
  }
}

/** What comes next, or why nothing does. */
function News({ order }: { order: Shown }) {
  const arrival = useArrival(order)
  const days = useDays(order)
  if (order.status === 'DIKIRIM' && arrival) {
    if (arrival.isOver)
      return <p className="mt-1 text-muted">Seharusnya sudah sampai. Kalau belum, tanyakan penjual.</p>
    return (
      <p className="mt-1 flex items-center gap-2 font-semibold text-dikirim">
        <Truck aria-hidden className="size-5 shrink-0" />
        <span>{`Tiba ${arrival.weekdays ?? arrival.dates}`}</span>
      </p>
    )
  }
  const promise = promiseOf(order, arrival)
  if (promise) {
    return (
      <p className="mt-1 flex items-start gap-2 font-semibold">
        <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <span>{promise}</span>
      </p>
    )
  }
  const sentence =
    order.status === 'DIBATALKAN'
      ? reasonOf(order)
      : order.status === 'SELESAI'
        ? 'Terima kasih sudah berbelanja!'
        : order.status === 'DIBAYAR' && days && `Biasanya tiba ${days} setelah dikirim.`
  return sentence ? <p className="mt-1 text-muted">{sentence}</p> : null
}

/** When an order is handed over and arrives that is not sent yet. Nothing of a day that is over. */
function promiseOf(order: Shown, arrival: Arrival | null): string | null {
  const { status, handover_on: day, wanted_on, delivery_way } = order
  const now = serverDate()
  if (!day || day < jakartaDay(now)) return null
  const sent = `${delivery_way === 'pickup' ? 'bisa diambil' : 'kami kirim'} ${dayInWords(day, now)}`
  const tells = wanted_on ? `tiba ${formatDay(wanted_on, now)}` : arrival && `tiba ${arrival.weekdays ?? arrival.dates}`
  const all = [sent, delivery_way === 'pickup' ? null : tells].filter(Boolean).join(', ')
  if (status === 'DIPROSES') return `Kalau dibayar sekarang, ${all}.`
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}

/** Why an order was cancelled. */
function reasonOf({ history, refunds = [], transaction }: Shown): string {
  if (transaction.refunded_at) {
    return `Dana pesanan ini sudah kami kembalikan ${formatMoment(transaction.refunded_at)}.`
  }
  const open = refunds.filter(({ state }) => state !== 'done')
  if (open.some(({ reason }) => reason === 'SHOP_CANCELLED')) {
    return 'Penjual membatalkan pesanan ini. Dana Anda akan kami kembalikan.'
  }
  if (open.length > 0) {
    return 'Pembayaran Anda masuk setelah pesanan ini dibatalkan. Dana Anda akan kami kembalikan.'
  }
  const actor = history.findLast(({ status }) => status === 'DIBATALKAN')?.actor
  if (actor === 'customer') return 'Anda membatalkannya sebelum dibayar, jadi tidak ada yang perlu dibayar.'
  return actor === 'system'
    ? 'Batas waktu pembayarannya lewat, jadi pesanan ini batal dengan sendirinya.'
    : 'Penjual membatalkan pesanan ini.'
}

/** How long the delivery takes, as the seller writes it. */
function useDays({ city, delivery_way, delivery, delivery_days }: Shown): string | null | undefined {
  const { cities } = useShopInfo()
  if (delivery_way !== 'delivery') return undefined
  if (delivery) return daysText(delivery)
  return delivery_days === undefined ? cities.find(({ name }) => name === city)?.days : delivery_days
}

function useArrival(order: Shown) {
  const days = useDays(order)
  const from = order.shipment?.shipped_at ?? order.handover_on
  const way = order.delivery ?? (days ? daysOnTheWay(days) : null)
  return from && way && order.delivery_way === 'delivery' ? arrivalOf(from, way, serverDate()) : null
}

const steps: Record<OrderStatus, string> = {
  DIPROSES: 'Dipesan',
  DIBAYAR: 'Dibayar',
  DIKIRIM: 'Dikirim',
  SELESAI: 'Selesai',
  DIBATALKAN: 'Dibatalkan',
}

/** The four steps with their days. A cancelled order has those that it took. */
function Steps({ order }: { order: Shown }) {
  const { status, history, transaction } = order
  const isFetched = order.delivery_way === 'pickup'
  const arrival = useArrival(order)
  const atOf = (step: OrderStatus) => history.findLast((change) => change.status === step)?.at
  const shown = orderStatuses.filter((step) => (status === 'DIBATALKAN' ? atOf(step) : step !== 'DIBATALKAN'))
  const current = shown.indexOf(status)
  const coming: Partial<Record<OrderStatus, string | undefined>> = {
    DIBAYAR: `sampai ${formatShortDate(transaction.order_expires_at).replace(' ', '\u00a0')}`,
    DIKIRIM: order.handover_on
      ? formatShortDate(jakartaMidnight(order.handover_on)).replace(' ', '\u00a0')
      : status === 'DIBAYAR' && !isFetched
        ? 'segera'
        : undefined,
    // A line may end only after the hyphen, as in `30 Nov-1 Des` on a phone.
    SELESAI: status === 'DIKIRIM' ? arrival?.dates.replaceAll(' ', '\u00a0').replace('-', '-\u200b') : undefined,
  }
  return (
    <ol
      className={`my-5 grid auto-cols-[minmax(0,9rem)] grid-flow-col narrow:grid-flow-row narrow:grid-cols-1 ${status === 'DIBATALKAN' ? '' : 'grid-cols-4'}`}
    >
      {shown.map((step, index) => (
        <Step
          key={step}
          name={isFetched && step === 'DIKIRIM' ? 'Diambil' : steps[step]}
          isEnd={step === 'DIBATALKAN'}
          at={index <= current ? atOf(step) : undefined}
          isCurrent={index === current}
        >
          {coming[step]}
        </Step>
      ))}
    </ol>
  )
}

interface StepProps {
  name: string
  /** The order was cancelled. */
  isEnd: boolean
  /** Undefined while it is to come; then its children say when. */
  at: string | undefined
  isCurrent: boolean
  children: ReactNode
}

function Step({ name, isEnd, at, isCurrent, children }: StepProps) {
  const Icon = isEnd ? X : Check
  const circle = isEnd ? 'border-danger bg-danger text-on-danger' : 'border-accent bg-accent text-on-accent'
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="group relative text-center text-13 narrow:pl-11 narrow:text-left"
    >
      <span
        aria-hidden
        className={`absolute top-3 right-1/2 h-1 w-full group-first:hidden narrow:-top-full narrow:left-3 narrow:mt-3.5 narrow:h-full narrow:w-1 ${isEnd ? 'bg-control' : at ? 'bg-accent' : 'bg-control/40 dark:bg-control'}`}
      />
      <span
        className={`relative z-1 mx-auto mb-1.5 grid size-7 place-items-center rounded-full border-2 narrow:absolute narrow:top-0 narrow:left-0 ${at ? circle : 'border-control bg-surface'}`}
      >
        {at && <Icon aria-hidden className="size-4" strokeWidth={3} />}
      </span>
      <span className={`block ${at ? 'font-bold' : 'text-muted'}`}>{name}</span>
      <span className="block text-muted narrow:mb-2 narrow:group-not-last:min-h-[1lh]">
        {at ? (
          <time dateTime={at} title={formatJakartaTime(at)}>
            {formatShortDate(at)}
          </time>
        ) : (
          children
        )}
      </span>
    </li>
  )
}
