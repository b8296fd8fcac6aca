import type { PlannedPrices } from '@camilan/contract/many-products'
import { formatJakartaTime, formatNumber } from '~/platform/formats'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { SectionCard } from '~/ui/section-card'
import { PriceList } from './price-list'
import { takePricesBack } from './undo-prices'

/** Prices that will begin or end by themselves. */
export function PlannedList({ planned }: { planned: PlannedPrices }) {
  if (planned.length === 0) return null
  return (
    <SectionCard title="Harga terjadwal">
      <ul className="grid gap-5">
        {planned.map((batch) => (
          <Planned key={batch.batch_id} {...batch} />
        ))}
      </ul>
    </SectionCard>
  )
}

function Planned({ batch_id, from, until, has_begun, items }: PlannedPrices[number]) {
  const { pending, run } = useMutation({
    do: () => takePricesBack(batch_id),
    failed: 'Gagal membatalkan. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <li className="grid gap-2">
      <p className="font-semibold">
        {has_begun ? 'Berjalan' : `Mulai ${formatJakartaTime(new Date(from))}`}
        {until && `, sampai ${formatJakartaTime(new Date(until))}`}
      </p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center">{formatNumber(items.length)} produk</summary>
        <PriceList items={items} />
      </details>
      <Button variant="quiet" pending={pending} onClick={() => run()} className="justify-self-start">
        {has_begun ? 'Akhiri sekarang' : 'Batalkan jadwal'}
      </Button>
    </li>
  )
}
