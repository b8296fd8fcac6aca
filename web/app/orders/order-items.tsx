import { paidToCourier, takenPrice } from '@camilan/contract/order-values'
import type { Order } from '@camilan/contract/orders'
import { productPath } from '@camilan/contract/product-path'
import { formatRupiah } from '~/platform/state/formats'
import { batchWords } from '~/products/batch-words'
import { ProductLine } from '~/products/product-line'
import { SectionCard } from '~/ui/ask/section-card'
import { SumLine } from '~/ui/shop/rupiah'
import { costLines } from './order-contents'
import { PartsLine } from './parts-line'

interface OrderItemsProps {
  order: Pick<Order, 'order_items' | 'charges' | 'total_price'> & {
    delivery: Pick<NonNullable<Order['delivery']>, 'to_courier'> | null
  }
  /** The items link to their products. */
  linked?: boolean
}

/** The ordered products, at the prices of that day, and the sum of the order's costs. */
export function OrderItems({ order, linked = false }: OrderItemsProps) {
  return (
    <SectionCard title="Produk Dipesan">
      <ul className="divide-y divide-line">
        {order.order_items.map((line) => (
          <ProductLine key={line.id} {...line} {...(linked && { to: productPath(line.product) })}>
            <PartsLine parts={line.parts} className="text-13 text-muted" />
            {line.batch && <p className="text-13 font-semibold">{batchWords(line.batch)}</p>}
            {line.taken_quantity > 0 && (
              <p className="text-13 font-semibold text-warning">
                {`${line.taken_quantity} dari ${line.quantity} tidak dikirim, ${formatRupiah(takenPrice([line]))} dikembalikan`}
              </p>
            )}
          </ProductLine>
        ))}
      </ul>
      <dl className="grid gap-1.5 border-t border-line pt-3">
        {costLines(order).map(({ name, amount, isTotal }) => (
          <SumLine key={name} name={name} amount={amount} className={isTotal ? 'text-17 font-bold' : ''} />
        ))}
      </dl>
      {order.delivery?.to_courier && <p className="mt-2 text-13 text-muted">{paidToCourier}</p>}
    </SectionCard>
  )
}
