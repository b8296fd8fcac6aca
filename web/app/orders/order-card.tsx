import type { Order } from '@camilan/contract/orders'
import { formatJakartaTime } from '~/platform/formats'
import { LinkButton } from '~/ui/button'
import { ProductPicture } from '~/ui/product-picture'
import { Rupiah } from '~/ui/rupiah'
import { orderPath } from './order-address'
import { OrderStatusLine } from './order-status-line'

const mostPictures = 4

/** An order in the buyer's list. */
export function OrderCard({ order }: { order: Order }) {
  const { id, status, order_time, order_items, total_price, transaction } = order
  const hidden = order_items.length - mostPictures
  return (
    <article aria-label={`Pesanan ${id}`} className="card p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-bold">#{id}</p>
        <OrderStatusLine status={status} />
      </div>
      <p className="text-13 text-muted">
        <time dateTime={order_time}>{formatJakartaTime(order_time)}</time>
      </p>
      <ul aria-label="Produk" className="mt-3 flex flex-wrap gap-3">
        {order_items.slice(0, mostPictures).map(({ id: itemId, quantity, product }) => (
          <li key={itemId} className="relative w-16">
            <ProductPicture image={product.image} alt={product.name} sizes="64px" className="rounded-xl" />
            <span className="absolute -right-1.5 -bottom-1.5 rounded-lg border border-line bg-surface px-1.5 text-13 font-bold tabular-nums">
              ×{quantity}
            </span>
          </li>
        ))}
        {hidden > 0 && <li className="grid min-h-16 place-items-center px-2 font-semibold">+{hidden} lainnya</li>}
      </ul>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-3">
        <p>
          <span className="block text-13 text-muted">Total Pesanan</span>
          <Rupiah amount={total_price} className="text-17 font-extrabold" />
        </p>
        <LinkButton variant="quiet" to={orderPath(id)} aria-label={`Lihat Pesanan ${id}`}>
          Lihat Pesanan
        </LinkButton>
        {status === 'DIPROSES' && (
          <p className="w-full text-13 text-warning">
            Bayar sebelum <time dateTime={transaction.expires_at}>{formatJakartaTime(transaction.expires_at)}</time>
          </p>
        )}
      </div>
    </article>
  )
}
