import { formatDate } from '@camilan/contract/arrival'
import type { Product } from '@camilan/contract/catalog'
import { percentOff } from '@camilan/contract/pricing'
import { serverDate } from '~/platform/state/server-time'
import { Rupiah } from '~/ui/shop/rupiah'

type Priced = Pick<Product, 'price' | 'compare_at_price' | 'price_until'>

/** The price, and before it for screen readers, beside it for all others, the old one. */
export function Price({ of, className = '' }: { of: Priced; className?: string }) {
  const { price, compare_at_price: old } = of
  if (old === null || percentOff(of) === null) return <Rupiah amount={price} className={className} />
  return (
    <>
      <span className="sr-only">Harga sekarang </span>
      <Rupiah amount={price} className={className} />{' '}
      <s className="text-13 font-normal tracking-normal text-muted">
        <span className="sr-only">Harga sebelumnya </span>
        <Rupiah amount={old} />
      </s>
    </>
  )
}

/** 'Promo 10%'; 'Promo' below one percent or without an old price. */
export function PromotionBadge({ of }: { of: Priced }) {
  if (of.price_until === null) return null
  const percent = percentOff(of) ?? 0
  return (
    <span className="inline-block rounded-lg bg-accent px-2 py-0.5 text-13 font-bold text-on-accent">
      {percent > 0 ? `Promo ${percent}%` : 'Promo'}
    </span>
  )
}

/** The last day of the price. The moment is the first without it. */
export function LastDay({ of, className = '' }: { of: Priced; className?: string }) {
  if (of.price_until === null) return null
  const last = new Date(new Date(of.price_until).getTime() - 1)
  return <span className={className}>{`sampai ${formatDate(last, serverDate())}`}</span>
}
