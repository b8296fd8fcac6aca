import { packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import type { Order } from '@camilan/contract/orders'
import { paymentLabel } from '@camilan/contract/payment-methods'
import { formatJakartaTime, formatNumber } from '~/platform/formats'
import { Rupiah } from '~/ui/rupiah'
import { countPieces, sentItems } from './order-contents'
import { cityToAsk } from './recipient-info'

/** For the parcel: the recipient and the products. No prices, because it may be a present. */
export function PackingSlip({ order }: { order: Order }) {
  return (
    <>
      <p>Kepada</p>
      <p className="sheet-name">{order.user.name}</p>
      <p>{order.user.phone}</p>
      <p className="mt-1 whitespace-pre-line">{order.address}</p>
      <p>{order.city ?? cityToAsk(order)}</p>
      {order.notes && <p className="mt-2 whitespace-pre-line">Catatan: {order.notes}</p>}
      <ul className="sheet-rule mt-3 grid gap-1 pt-2">
        {sentItems(order).map(({ id, quantity, product }) => (
          <li key={id} className="flex gap-2">
            <span aria-hidden>☐</span>
            <span className="min-w-0">
              <b className="tabular-nums">{formatNumber(quantity)} ×</b> {product.name},{' '}
              {packagingLabels[product.packaging]} {weightLabels[product.weight]}
            </span>
          </li>
        ))}
      </ul>
      <p className="sheet-rule mt-2 pt-2 font-bold">{formatNumber(countPieces(order))} produk</p>
    </>
  )
}

/** For the buyer: the products and the paid amount. */
export function Receipt({ order }: { order: Order }) {
  const { paid_at } = order.transaction
  return (
    <>
      <p>Pembeli: {order.user.name}</p>
      <p>Dipesan: {formatJakartaTime(order.order_time)}</p>
      <p>{paid_at ? `Dibayar: ${formatJakartaTime(paid_at)}` : 'Belum dibayar'}</p>
      {paid_at && <p>Cara bayar: {paymentLabel(order.transaction)}</p>}
      <ul className="sheet-rule mt-3 grid gap-1 pt-2">
        {order.order_items.map(({ id, quantity, taken_quantity, price, product }) => (
          <li key={id} className="flex flex-wrap items-end justify-between gap-x-3">
            <span className="min-w-0 flex-1 basis-24">
              {product.name}
              <br />
              <span className="whitespace-nowrap">
                {formatNumber(quantity)} × <Rupiah amount={product.price} />
              </span>
              {taken_quantity > 0 && ` (${formatNumber(taken_quantity)} tidak dikirim)`}
            </span>
            <Rupiah amount={price} className="ml-auto" />
          </li>
        ))}
      </ul>
      <dl className="sheet-rule mt-2 grid gap-1 pt-2">
        <Sum name="Subtotal" amount={order.total_price - order.other_costs} />
        <Sum name="Biaya Pengiriman dan Pelayanan" amount={order.other_costs + (order.discount?.amount ?? 0)} />
        {order.discount && <Sum name={`Diskon: ${order.discount.reason}`} amount={-order.discount.amount} />}
        <Sum name="Total" amount={order.total_price} className="font-bold" />
      </dl>
      <p className="mt-3 text-center">Terima kasih sudah berbelanja!</p>
    </>
  )
}

function Sum({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-x-3 ${className}`}>
      <dt className="min-w-0 flex-1 basis-24">{name}</dt>
      <dd className="ml-auto">
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}
