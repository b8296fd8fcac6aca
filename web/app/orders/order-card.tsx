import type { Order, OrderStatus } from '@camilan/contract/orders'
import { href, Link } from 'react-router'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { Moment } from '~/ui/shop/moment'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'
import { SellerStatus, StatusBadge } from '~/ui/shop/status-badge'
import { contentsOf, countPieces, goodsOf } from './order-contents'

const maxPictures = 4

/** The buyer's list, at the tab with the orders of this status. */
export const myOrdersPath = (status: OrderStatus) => `${href('/my-order')}?status=${status}`

/** An order in the buyer's list. Its children are further actions. */
export function BuyerOrderCard({ order, children }: { order: Order; children?: Elements }) {
  const { id, status, order_time, order_items, total_price, transaction } = order
  // The last place tells how many more there are.
  const shown = order_items.length > maxPictures ? maxPictures - 1 : maxPictures
  const hidden = order_items.length - shown
  return (
    <article
      aria-label={`Pesanan ${id}`}
      className="card p-4 md:p-5 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-center"
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 lg:justify-start">
          <p className="font-bold">{`#${id}`}</p>
          <OrderStatusLine status={status} />
        </div>
        <p className="text-13 text-muted">
          <time dateTime={order_time}>{formatJakartaTime(order_time)}</time>
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
          <ul aria-label="Produk" className="flex flex-wrap gap-3">
            {order_items.slice(0, shown).map(({ id: itemId, quantity, product }) => (
              <li key={itemId} className="relative w-16 lg:w-20">
                <ProductPicture of={product} alt={product.name} sizes="80px" className="rounded-xl" />
                <span className="absolute -right-1.5 -bottom-1.5 rounded-lg border border-line bg-surface px-1.5 text-13 font-bold whitespace-nowrap tabular-nums">
                  {`×${quantity}`}
                </span>
              </li>
            ))}
            {hidden > 0 && (
              <li className="grid size-16 lg:size-20 place-items-center rounded-xl bg-soft font-bold">
                <span>{`+${hidden}`}</span>
                <span className="sr-only"> lainnya</span>
              </li>
            )}
          </ul>
          <p className="min-w-0 flex-1 basis-32 text-17 font-bold">{goodsOf(order)}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-3 lg:mt-0 lg:content-center lg:self-stretch lg:border-t-0 lg:border-l lg:pt-0 lg:pl-5">
        <p>
          <span className="block text-13 text-muted">Total Pesanan</span>
          <Rupiah amount={total_price} className="text-17 font-extrabold" />
        </p>
        <LinkButton
          variant="quiet"
          to={href('/my-order/order/:orderId', { orderId: id })}
          aria-label={`Lihat Pesanan ${id}`}
        >
          Lihat Pesanan
        </LinkButton>
        {status === 'DIPROSES' && (
          <p className="w-full text-13 text-warning">
            Bayar sebelum <Moment at={transaction.order_expires_at} />
          </p>
        )}
        {children}
      </div>
    </article>
  )
}

/** The heading of a buyer's page of an order. The sentence below it is larger, as it says more. */
export function OrderHead({ order: { id, status } }: { order: Pick<Order, 'id' | 'status'> }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 max-md:flex-col max-md:items-start">
      <h1 className="text-17 font-bold">
        Pesanan <span className="whitespace-nowrap">{`#${id}`}</span>
      </h1>
      <OrderStatusLine status={status} />
    </div>
  )
}

/** The badge. For DIPROSES it says in the buyer's words that the order is not paid yet. */
function OrderStatusLine({ status }: { status: OrderStatus }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusBadge status={status} />
      {status === 'DIPROSES' && <span className="text-13 font-semibold text-warning">Menunggu Pembayaran</span>}
    </p>
  )
}

interface AdminOrderCardProps {
  order: Order
  /** The buyer whose page it is. */
  buyer: string | undefined
  to: string
  tick: Elements
  /** Buyers' pages, which load this file, don't need it. */
  heldBadge: Elements
  action: Elements
}

/** An order in the administrator's list on a phone. The whole card is a link to the order. */
export function AdminOrderCard({ order, to, buyer, tick, heldBadge, action }: AdminOrderCardProps) {
  const isKnown = order.user.name === buyer
  // The one who packs it reads all of the note.
  const isPaid = order.status === 'DIBAYAR'
  return (
    <div className="relative grid gap-1">
      <div className="flex items-start justify-between gap-3">
        {tick}
        <Link
          to={to}
          className="min-w-0 grow narrow:basis-[15ch] font-bold before:absolute before:-inset-4 before:rounded-2xl"
        >
          {isKnown ? `#${order.id}` : order.user.name}
        </Link>
        <SellerStatus status={order.status} />
      </div>
      {heldBadge}
      <p className="text-13 text-muted">
        {`${!isKnown ? `#${order.id} · ` : ''}${formatJakartaTime(order.order_time)}`}
      </p>
      <p className="font-semibold">{contentsOf(order)}</p>
      <p className={`text-13 text-muted ${isPaid ? 'line-clamp-2' : 'line-clamp-1'}`}>
        {[order.city, order.delivery?.service, order.address].filter(Boolean).join(' · ')}
      </p>
      {order.notes && (
        <p className={`text-13 text-muted ${isPaid ? '' : 'line-clamp-1'}`}>{`Catatan: ${order.notes}`}</p>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <p className={isPaid && action ? 'grid' : 'flex grow justify-between gap-3'}>
          <span className="whitespace-nowrap">{`${formatNumber(countPieces(order))} produk`}</span>
          <Rupiah amount={order.total_price} className="font-semibold" />
        </p>
        {action}
      </div>
    </div>
  )
}
