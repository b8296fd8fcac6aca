import { minimumTotal } from '@camilan/contract/settings-values'
import { formatRupiah } from '~/platform/formats'
import { deliveryOf, useShopInfo } from '~/platform/shop-info'

export function Rupiah({ amount, className = '' }: { amount: number; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatRupiah(amount)}</span>
}

/** An amount with its name, in a `dl` of amounts that are added up. */
export function SumLine({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}

/** Which fees are added to the price of the products, on the pages before the checkout. */
export function FeesNote({ className = '' }: { className?: string }) {
  const shop = useShopInfo()
  const { serviceFee, minimumOrder } = shop
  const { cost, isOneCost } = deliveryOf(shop)
  return (
    <p className={`text-13 text-pretty text-muted ${className}`}>
      Belum termasuk biaya pengiriman {!isOneCost && 'mulai '}
      <Rupiah amount={cost} /> dan biaya pelayanan <Rupiah amount={serviceFee} /> per pesanan.
      {minimumOrder > minimumTotal && (
        <>
          {' '}
          Total pesanan minimal <Rupiah amount={minimumOrder} />.
        </>
      )}
    </p>
  )
}
