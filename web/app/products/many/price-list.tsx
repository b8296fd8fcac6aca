import type { ChangedPrice } from '@camilan/contract/many-products'
import { Rupiah } from '~/ui/shop/rupiah'

/** Old and new prices. */
export function PriceList({ items, className = '' }: { items: readonly ChangedPrice[]; className?: string }) {
  return (
    <ul aria-label="Harga lama dan baru" className={`lines ${className}`}>
      {items.map(({ id, name, old_price, new_price }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <span className="tabular-nums max-sm:w-full">
            <Rupiah amount={old_price} className="text-muted" /> → <Rupiah amount={new_price} className="font-bold" />
          </span>
        </li>
      ))}
    </ul>
  )
}
