import { useShopInfo } from '~/platform/pages/shop-info'
import { formatRupiah } from '~/platform/state/formats'

export function Rupiah({ amount, className = '' }: { amount: number; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatRupiah(amount)}</span>
}

/** An amount with its name, in a `dl` of amounts that are added up. */
export function SumLine({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-x-4 narrow:flex-wrap ${className}`}>
      <dt>{name}</dt>
      <dd>
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}

/** The same for a fee. A fee that the shop does not take has no line. */
export function FeeLine({ name, amount }: { name: string; amount: number }) {
  return amount === 0 ? null : <SumLine name={name} amount={amount} />
}

interface DiscountLinesProps {
  discounts: readonly { label: string; amount: number }[]
}

export function DiscountLines({ discounts }: DiscountLinesProps) {
  return discounts.map(({ label, amount }) => (
    <SumLine key={`${label} ${amount}`} name={`Diskon: ${label}`} amount={-amount} />
  ))
}

/** The fees that are added to the price of the products, on the pages before the checkout. */
export function FeesNote({ className = '' }: { className?: string }) {
  const { delivery, serviceFee, minimumOrder } = useShopInfo()
  const hasDelivery = delivery.cost > 0 || !delivery.isOneCost
  if (!hasDelivery && serviceFee === 0 && !minimumOrder) return null
  return (
    <p className={`text-13 text-pretty text-muted ${className}`}>
      {(hasDelivery || serviceFee > 0) && <span>Belum termasuk </span>}
      {hasDelivery && (
        <span>
          <span>{`ongkos kirim ${delivery.isOneCost ? '' : 'mulai '}`}</span>
          <Rupiah amount={delivery.cost} />
          <span>{delivery.isPerKg ? ' per kg ' : ' '}</span>
        </span>
      )}
      {hasDelivery && serviceFee > 0 && <span>dan </span>}
      {serviceFee > 0 && (
        <span>
          <span>biaya pelayanan </span>
          <Rupiah amount={serviceFee} />{' '}
        </span>
      )}
      {(hasDelivery || serviceFee > 0) && <span>per pesanan.</span>}
      {minimumOrder && (
        <>
          {' '}
          <span>
            Total pesanan minimal <Rupiah amount={minimumOrder} />.
          </span>
        </>
      )}
    </p>
  )
}
