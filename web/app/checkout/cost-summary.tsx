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
