import { Rupiah } from '~/ui/rupiah'

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
      <Row name="Subtotal Produk" amount={items} />
      <Row name="Biaya Pengiriman" amount={shipping} />
      <Row name="Biaya Pelayanan" amount={service} />
      <Row
        name="Total Pembayaran"
        amount={total}
        className="mt-1.5 border-t border-wijen pt-3 text-17 font-extrabold"
      />
    </dl>
  )
}

function Row({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}
