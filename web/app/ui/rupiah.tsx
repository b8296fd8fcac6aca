import { formatRupiah } from '~/platform/formats'
import { useShopInfo } from '~/platform/shop-info'

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

/** The fees that are added to the price of the products, on the pages before the checkout. */
export function FeesNote({ className = '' }: { className?: string }) {
  const { delivery, serviceFee, minimumOrder } = useShopInfo()
  const hasDelivery = delivery.cost > 0 || !delivery.isOneCost
  if (!hasDelivery && serviceFee === 0 && !minimumOrder) return null
  return (
    <p className={`text-13 text-pretty text-muted ${className}`}>
      {(hasDelivery || serviceFee > 0) && 'Belum termasuk '}
      {hasDelivery && (
        <>
          ongkos kirim {!delivery.isOneCost && 'mulai '}
          <Rupiah amount={delivery.cost} /> {delivery.isPerKg && 'per kg '}
        </>
      )}
      {hasDelivery && serviceFee > 0 && 'dan '}
      {serviceFee > 0 && (
        <>
          biaya pelayanan <Rupiah amount={serviceFee} />{' '}
        </>
      )}
      {(hasDelivery || serviceFee > 0) && 'per pesanan.'}
      {minimumOrder && (
        <>
          {' '}
          Total pesanan minimal <Rupiah amount={minimumOrder} />.
        </>
      )}
    </p>
  )
}
