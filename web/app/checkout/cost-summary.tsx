import { SumLine } from '~/ui/rupiah'

/** Whole rupiah. */
export interface Costs {
  items: number
  /** 0 until a city is chosen. */
  shipping: number
  service: number
  total: number
}

export function CostSummary({ items, shipping, service, total }: Costs) {
  return (
    <dl className="grid gap-1.5" aria-live="polite">
      <SumLine name="Subtotal Produk" amount={items} />
      <SumLine name="Biaya Pengiriman" amount={shipping} />
      <SumLine name="Biaya Pelayanan" amount={service} />
      <SumLine
        name="Total Pembayaran"
        amount={total}
        className="mt-1.5 border-t border-line pt-3 text-17 font-extrabold"
      />
    </dl>
  )
}
