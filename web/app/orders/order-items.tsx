import { packagingLabels, weightLabels } from '@camilan/contract/catalog'
import type { Order } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/formats'
import { ProductPicture } from '~/ui/product-picture'
import { Rupiah, SumLine } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'

/** What was bought, at the prices of the day, and how the total comes about. */
export function OrderItems({ order }: { order: Pick<Order, 'order_items' | 'other_costs' | 'total_price'> }) {
  return (
    <SectionCard title="Produk Dipesan">
      <ul className="divide-y divide-line">
        {order.order_items.map(({ id, quantity, price, product }) => (
          <li key={id} className="flex items-center gap-3 py-3 first:pt-0">
            <div className="w-16 shrink-0">
              <ProductPicture image={product.image} alt="" sizes="64px" className="rounded-xl" />
            </div>
            <div className="min-w-0 grow">
              <p className="font-semibold">{product.name}</p>
              <p className="text-13 text-muted">
                {packagingLabels[product.packaging]} {weightLabels[product.weight]}
              </p>
              <p className="text-13 text-muted tabular-nums">
                {formatNumber(quantity)} × <Rupiah amount={product.price} />
              </p>
            </div>
            <Rupiah amount={price} className="font-semibold" />
          </li>
        ))}
      </ul>
      <dl className="grid gap-1.5 border-t border-line pt-3">
        <SumLine name="Subtotal" amount={order.total_price - order.other_costs} />
        <SumLine name="Biaya Pengiriman dan Pelayanan" amount={order.other_costs} />
        <SumLine name="Total" amount={order.total_price} className="text-17 font-bold" />
      </dl>
    </SectionCard>
  )
}
