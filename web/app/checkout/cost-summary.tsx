import type { CartItem } from '@camilan/contract/cart'
import type { DeliveryCity, ShopInfo } from '@camilan/contract/shop'
import { href, Link } from 'react-router'
import { Notice } from '~/ui/notice'
import { Rupiah, SumLine } from '~/ui/rupiah'

/** Whole rupiah. */
export interface Costs {
  items: number
  /** 0 until a city is chosen. */
  shipping: number
  service: number
  total: number
}

interface CostSummaryProps extends Costs {
  /** Takes the buyer to the choice of a city. Undefined if one is chosen. */
  chooseCity: (() => void) | undefined
}

export function CostSummary({ items, shipping, service, total, chooseCity }: CostSummaryProps) {
  return (
    <dl className="grid gap-1.5" aria-live="polite">
      <SumLine name="Subtotal Produk" amount={items} />
      <div className="flex items-baseline justify-between gap-4">
        <dt className="flex flex-wrap items-baseline gap-x-2">
          Biaya Pengiriman
          {chooseCity && (
            <button type="button" onClick={chooseCity} className="link -my-2.5 min-h-11 text-13">
              Pilih kota
            </button>
          )}
        </dt>
        <dd>
          <Rupiah amount={shipping} />
        </dd>
      </div>
      <SumLine name="Biaya Pelayanan" amount={service} />
      <SumLine
        name="Total Pembayaran"
        amount={total}
        className="mt-1.5 border-t border-line pt-3 text-17 font-extrabold"
      />
    </dl>
  )
}

/** @param city  undefined until one is chosen */
export function costsOf(lines: readonly CartItem[], { serviceFee }: ShopInfo, city: DeliveryCity | undefined): Costs {
  const items = lines.reduce((sum, { price }) => sum + price, 0)
  const shipping = city?.cost ?? 0
  return { items, shipping, service: serviceFee, total: items + shipping + serviceFee }
}

/** Shown before the order is refused for it. */
export function MinimumNote({ total, minimum }: { total: number; minimum: number | null }) {
  if (minimum === null || total >= minimum) return null
  return (
    <div className="mt-3">
      <Notice>
        Total pesanan minimal <Rupiah amount={minimum} />. Tambah <Rupiah amount={minimum - total} /> lagi di{' '}
        <Link to={href('/products')} className="underline underline-offset-4">
          Produk
        </Link>
        .
      </Notice>
    </div>
  )
}
