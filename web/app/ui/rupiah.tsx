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

/** The fees that are added to the price of the products, on the pages before the checkout. */
export function FeesNote({ className = '' }: { className?: string }) {
  const { delivery, serviceFee, minimumOrder } = useShopInfo()
  return (
    <p className={`text-13 text-pretty text-muted ${className}`}>
      Belum termasuk ongkos kirim {!delivery.isOneCost && 'mulai '}
      <Rupiah amount={delivery.cost} /> {delivery.isPerKg && 'per kg '}dan biaya pelayanan{' '}
      <Rupiah amount={serviceFee} /> per pesanan.
      {minimumOrder && (
        <>
          {' '}
          Total pesanan minimal <Rupiah amount={minimumOrder} />.
        </>
      )}
    </p>
  )
}
