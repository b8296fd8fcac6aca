import type { Dashboard } from '@camilan/contract/reports'
import { formatNumber } from '~/platform/state/formats'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah } from '~/ui/shop/rupiah'

const shown = 5

export function BestSellers({ products, days }: { products: Dashboard['best_sellers']; days: number }) {
  return (
    <SectionCard title={`Terlaris ${days} hari terakhir`}>
      {products.length === 0 ? (
        <p className="text-muted">Belum ada produk yang terjual.</p>
      ) : (
        <ol className="divide-y divide-line">
          {products.slice(0, shown).map(({ product_id, name, quantity, revenue }, index) => (
            <li key={product_id} className="flex items-baseline gap-x-3 narrow:flex-wrap py-2 first:pt-0 last:pb-0">
              <span aria-hidden className="w-5 shrink-0 text-right font-bold text-muted tabular-nums">
                {index + 1}
              </span>
              <span className="min-w-0 grow narrow:basis-[10ch]">
                <span className="block font-semibold">{name}</span>
                <Rupiah amount={revenue} className="text-13 text-muted" />
              </span>
              <span className="whitespace-nowrap tabular-nums">{`${formatNumber(quantity)} terjual`}</span>
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  )
}
