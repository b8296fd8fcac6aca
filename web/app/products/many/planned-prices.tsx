import type { ChangedPrice, PlannedPrices } from '@camilan/contract/many-products'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah } from '~/ui/shop/rupiah'
import { takePricesBack } from './undo-changes'

interface PlannedListProps {
  title: string
  batches: PlannedPrices
  isDone?: boolean
}

/** Prices that will begin or end by themselves, or that were changed and can be taken back. */
export function PlannedList({ title, batches, isDone = false }: PlannedListProps) {
  if (batches.length === 0) return null
  return (
    <SectionCard title={title}>
      <ul className="grid gap-5">
        {batches.map((batch) => (
          <Planned key={batch.batch_id} {...batch} isDone={isDone} />
        ))}
      </ul>
    </SectionCard>
  )
}

function Planned({ batch_id, from, until, has_begun, items, isDone }: PlannedPrices[number] & { isDone: boolean }) {
  const { pending, run } = useMutation({
    do: () => takePricesBack(batch_id),
    failed: 'Gagal membatalkan. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <li className="grid gap-2">
      <p className="font-semibold">
        {`${has_begun && !isDone ? 'Berjalan' : `${isDone ? 'Diubah' : 'Mulai'} ${formatJakartaTime(new Date(from))}`}${until ? `, sampai ${formatJakartaTime(new Date(until))}` : ''}`}
      </p>
      <Fold title={`${formatNumber(items.length)} produk`}>
        <PriceList items={items} />
      </Fold>
      <Button variant="quiet" pending={pending} onClick={() => run()} className="justify-self-start">
        {isDone ? `Kembalikan ${formatNumber(items.length)} harga` : has_begun ? 'Akhiri sekarang' : 'Batalkan jadwal'}
      </Button>
    </li>
  )
}

const PriceList = ({ items }: { items: readonly ChangedPrice[] }) => (
  <ul aria-label="Harga lama dan baru" className="lines">
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
