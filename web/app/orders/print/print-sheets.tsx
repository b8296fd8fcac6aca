import { formatDay } from '@camilan/contract/arrival'
import { serviceOf } from '@camilan/contract/delivery-fees'
import { imageAt } from '@camilan/contract/images'
import type { Order, OrderDetail } from '@camilan/contract/orders'
import { paymentLabel } from '@camilan/contract/payment-methods'
import jar from '~/brand/favicon.svg'
import { costLines, countPieces, sentItems } from '~/orders/order-contents'
import { PartsLine } from '~/orders/parts-line'
import { isStopped } from '~/orders/stopped-order'
import { useSession } from '~/platform/api/session'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { useWords } from '~/products/words'
import { Rupiah } from '~/ui/shop/rupiah'
import './print.css'
import { cityToAsk } from '~/orders/recipient-info'
import { code128 } from './code128'
import { type Paper, papers, printKinds } from './print-url'
import { receiptMark } from './receipt-mark'

/** Without the buyer's name for whoever has only the link of an order. */
export type ReceiptOrder = Pick<
  OrderDetail,
  'id' | 'status' | 'order_time' | 'order_items' | 'charges' | 'total_price' | 'transaction' | 'refunds'
> &
  Partial<Pick<Order, 'user'>>

type SheetProps = { paper: Paper } & ({ kind: 'slip'; order: Order } | { kind: 'receipt'; order: ReceiptOrder })

/** What is printed of one order. */
export default function Sheet({ paper, ...printed }: SheetProps) {
  const { kind, order } = printed
  const { name, logo } = useShopInfo()
  const { width } = papers[paper]
  return (
    <article
      translate={kind === 'receipt' ? undefined : 'no'}
      aria-label={`${printKinds[kind]} ${order.id}`}
      className={`sheet max-w-full sheet-${paper}`}
    >
      <div className="sheet-head">
        {kind === 'receipt' && <div className="sheet-band" />}
        <div className="flex flex-wrap items-center justify-between gap-x-3 py-2">
          <span className="flex min-w-0 items-center gap-2">
            <img src={logo === null ? jar : imageAt(logo, 160)} alt="" width={64} height={64} className="sheet-logo" />
            <b className={kind === 'receipt' ? 'sheet-name' : ''}>{name}</b>
          </span>
          <span>
            <span>{printKinds[kind]}</span> <b className="whitespace-nowrap">{`#${order.id}`}</b>
          </span>
        </div>
        <div className="sheet-rule pb-2" />
      </div>
      {isStopped(order) && <p className="mb-2 font-bold">JANGAN DIKIRIM: uang pesanan ini ditarik kembali.</p>}
      {printed.kind === 'slip' ? (
        <PackingSlip order={printed.order} width={width} />
      ) : (
        <Receipt order={printed.order} width={width} />
      )}
    </article>
  )
}

interface ContentsProps<Printed> {
  order: Printed
  /** Of the paper without its margins, in mm. */
  width: number
}

/** For the parcel: the shipment, both addresses and the products. No prices, because it may be a present. */
function PackingSlip({ order, width }: ContentsProps<Order>) {
  const { courier = null, tracking_number = null } = order.shipment ?? {}
  const service = serviceOf(order.delivery)
  const isNarrow = width < 60
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {courier && <p className="sheet-name">{courier}</p>}
        <p className="sheet-warning">Makanan, mudah pecah</p>
      </div>
      {order.handover_on && <p className="font-bold">{`Serahkan ${formatDay(order.handover_on, serverDate())}`}</p>}
      {order.wanted_on && order.delivery_way === 'delivery' && (
        <p className="font-bold">{`Tiba ${formatDay(order.wanted_on, serverDate())}`}</p>
      )}
      {tracking_number && <Barcode text={tracking_number} width={width} height={14} />}
      <p className="sheet-rule mt-1 pt-1">Kepada</p>
      <p className="sheet-name">{order.user.name}</p>
      {order.user.phone && <p className="font-bold">{order.user.phone}</p>}
      <p className="mt-1 whitespace-pre-line">{order.address}</p>
      <p className="sheet-name">{order.city ?? cityToAsk(order)}</p>
      {service && <p className="font-bold">{`Layanan: ${service}`}</p>}
      {order.notes && <p className="mt-1 whitespace-pre-line">{`Catatan: ${order.notes}`}</p>}
      <ItemsToPack order={order} />
      <div
        className={`sheet-rule mt-2 grid items-center gap-x-5 pt-1 ${isNarrow ? '' : 'sm:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto]'}`}
      >
        <Sender />
        <Barcode text={order.id} width={isNarrow ? width : width * 0.55} height={9} />
      </div>
    </>
  )
}

function ItemsToPack({ order }: { order: Order }) {
  const words = useWords()
  const { weighsParcels } = useShopInfo()
  const items = sentItems(order)
  return (
    <>
      <ul className="sheet-rule mt-2 grid gap-1 pt-1 print:gap-0">
        {items.map(({ id, quantity, product, parts, batch }) => (
          <li key={id} className="flex gap-2">
            <span aria-hidden>☐</span>
            <span className="min-w-0">
              <b className="tabular-nums">{`${formatNumber(quantity)} ×`}</b>{' '}
              <span>{[product.name, words.kind(product), batch?.name].filter(Boolean).join(', ')}</span>
              <PartsLine parts={parts} />
            </span>
          </li>
        ))}
      </ul>
      {items.length > 1 && <p className="mt-1 font-bold">{`${formatNumber(countPieces(order))} produk`}</p>}
      {weighsParcels && order.weight_grams ? <p>{`Berat: ${formatNumber(order.weight_grams)} g`}</p> : null}
    </>
  )
}

/** What of it the settings have. */
function Sender() {
  const { name, address } = useShopInfo()
  const phone = useWhatsapp()?.text
  return (
    <div className="min-w-0 break-inside-avoid">
      <p>Dari</p>
      <p className="font-bold">{name}</p>
      {phone && <p>{phone}</p>}
      {address && <p className="whitespace-pre-line">{address}</p>}
    </div>
  )
}

/** For the buyer: the products and the paid amount. */
function Receipt({ order, width }: ContentsProps<ReceiptOrder>) {
  const words = useWords()
  const { paid_at } = order.transaction
  const { contacts, publicUrl } = useShopInfo()
  return (
    <>
      <div className={width < 120 ? '' : 'grid gap-x-5 sm:grid-cols-2 print:grid-cols-2'}>
        {order.user && <p>{`Pembeli: ${order.user.name}`}</p>}
        <p>{`Dipesan: ${formatJakartaTime(order.order_time)}`}</p>
        {paid_at && <p>{`Cara Bayar: ${paymentLabel(order.transaction)}`}</p>}
        <p>{paid_at ? `Dibayar: ${formatJakartaTime(paid_at)}` : 'Belum dibayar'}</p>
      </div>
      <ul className="sheet-rule mt-2 grid gap-1 pt-1 print:gap-0">
        {order.order_items.map(({ id, quantity, taken_quantity, price, product, parts }) => (
          <li key={id}>
            <b>{product.name}</b>
            {width >= 60 && <span>{`, ${words.kind(product)}`}</span>}
            <PartsLine parts={parts} />
            <p className="flex flex-wrap items-end justify-between gap-x-3">
              <span>
                <span className="whitespace-nowrap">
                  <span>{`${formatNumber(quantity)} ×`}</span> <Rupiah amount={product.price} />
                </span>
                {taken_quantity > 0 && <span>{` (${formatNumber(taken_quantity)} tidak dikirim)`}</span>}
              </span>
              <Rupiah amount={price} className="ml-auto" />
            </p>
          </li>
        ))}
      </ul>
      <dl className="sheet-rule mt-2 grid gap-0.5 pt-1">
        {costLines(order).map(({ name, amount, isTotal }) => (
          <Sum key={name} name={name} amount={amount} className={isTotal ? 'sheet-rule mt-1 pt-1 font-bold' : ''} />
        ))}
      </dl>
      <Stamp order={order} />
      <p className="mt-3 break-inside-avoid text-center">
        <b>Terima kasih sudah berbelanja!</b>
        <br />
        <span>{[publicUrl.replace(/^https?:\/\//, ''), ...contacts.map(({ text }) => text)].join(' · ')}</span>
      </p>
    </>
  )
}

function Stamp({ order }: { order: ReceiptOrder }) {
  const mark = receiptMark(order, useSession().role)
  if (!mark) return null
  const { returned, toReturn } = mark
  return (
    <p className="sheet-stamp">
      {returned + toReturn === 0 && (
        <>
          <b>Lunas</b> <span>{formatJakartaTime(order.transaction.paid_at ?? '').slice(0, 10)}</span>
        </>
      )}
      {returned > 0 && (
        <>
          <b>Dikembalikan</b> <Rupiah amount={returned} />
        </>
      )}
      {returned > 0 && toReturn > 0 && <br />}
      {toReturn > 0 && (
        <>
          <b>Akan dikembalikan</b> <Rupiah amount={toReturn} />
        </>
      )}
    </p>
  )
}

function Sum({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-x-3 ${className}`}>
      <dt className="min-w-0 flex-1 basis-24 narrow:basis-full">{name}</dt>
      <dd className="ml-auto">
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}

/** The bars, in mm, that printers of labels (203 dots per inch) print sharply and readers can read: 4, 3 and 2 dots. */
const moduleWidths = [0.5, 0.375, 0.25]

/**
 * A text as Code 128 and in letters. It is in letters alone if its bars would be too narrow for the paper.
 * @param width  the width of the paper without its margins, in mm. The margins, of 5 mm at least, are the light ends of the bars.
 * @param height  of the bars, in mm
 */
function Barcode({ text, width, height }: { text: string; width: number; height: number }) {
  const widths = code128(text) ?? []
  const modules = widths.reduce((sum, one) => sum + one, 0)
  const mm = moduleWidths.find((candidate) => modules * candidate <= width)
  return (
    <div className="my-2 text-center break-inside-avoid">
      {widths.length > 0 && mm !== undefined && (
        <svg
          aria-hidden
          viewBox={`0 0 ${modules} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="mx-auto block max-w-full"
          style={{ width: `${modules * mm}mm`, height: `${height}mm` }}
        >
          <path d={barsOf(widths)} />
        </svg>
      )}
      <b className="tracking-wide">{text}</b>
    </div>
  )
}

function barsOf(widths: readonly number[]): string {
  let at = 0
  return widths
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${at} 0h${width}v1h-${width}z` : ''
      at += width
      return bar
    })
    .join('')
}
