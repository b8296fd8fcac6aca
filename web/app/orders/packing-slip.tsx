import { packagingLabels, weightLabels } from '@camilan/contract/catalog'
import type { Order } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/formats'
import { pieces } from './pieces'

/** What goes into the parcel and onto it: no prices, as it may be a present. */
export function PackingSlip({ order }: { order: Order }) {
  return (
    <>
      <p>Kepada</p>
      <p className="sheet-name">{order.user.name}</p>
      <p>{order.user.phone}</p>
      <p className="mt-1 whitespace-pre-line">{order.address}</p>
      {order.city && <p>{order.city}</p>}
      {order.notes && <p className="mt-2 whitespace-pre-line">Catatan: {order.notes}</p>}
      <ul className="sheet-rule mt-3 grid gap-1 pt-2">
        {order.order_items.map(({ id, quantity, product }) => (
          <li key={id} className="flex gap-2">
            <span aria-hidden>☐</span>
            <span className="min-w-0">
              <b className="tabular-nums">{formatNumber(quantity)} ×</b> {product.name},{' '}
              {packagingLabels[product.packaging]} {weightLabels[product.weight]}
            </span>
          </li>
        ))}
      </ul>
      <p className="sheet-rule mt-2 pt-2 font-bold">{formatNumber(pieces(order))} produk</p>
    </>
  )
}
