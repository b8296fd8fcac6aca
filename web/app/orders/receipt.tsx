import type { Order } from '@camilan/contract/orders'
import { formatJakartaTime, formatNumber } from '~/platform/formats'
import { Rupiah } from '~/ui/rupiah'

/** What was bought and paid. */
export function Receipt({ order }: { order: Order }) {
  const { paid_at } = order.transaction
  return (
    <>
      <p>Pembeli: {order.user.name}</p>
      <p>Dipesan: {formatJakartaTime(order.order_time)}</p>
      <p>{paid_at ? `Dibayar: ${formatJakartaTime(paid_at)}` : 'Belum dibayar'}</p>
      <ul className="sheet-rule mt-3 grid gap-1 pt-2">
        {order.order_items.map(({ id, quantity, price, product }) => (
          <li key={id} className="flex items-end justify-between gap-3">
            <span className="min-w-0">
              {product.name}
              <br />
              <span className="whitespace-nowrap">
                {formatNumber(quantity)} × <Rupiah amount={product.price} />
              </span>
            </span>
            <Rupiah amount={price} />
          </li>
        ))}
      </ul>
      <dl className="sheet-rule mt-2 grid gap-1 pt-2">
        <Sum name="Subtotal" amount={order.total_price - order.other_costs} />
        <Sum name="Biaya Pengiriman dan Pelayanan" amount={order.other_costs} />
        <Sum name="Total" amount={order.total_price} className="font-bold" />
      </dl>
      <p className="mt-3 text-center">Terima kasih sudah berbelanja!</p>
    </>
  )
}

function Sum({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-end justify-between gap-3 ${className}`}>
      <dt className="min-w-0">{name}</dt>
      <dd>
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}
