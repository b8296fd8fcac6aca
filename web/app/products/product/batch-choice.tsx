import type { Product } from '@camilan/contract/catalog'
import { formatNumber } from '~/platform/state/formats'
import { batchRoom, batchWords } from '~/products/batch-words'
import { Choice } from '~/ui/fields/choice'

interface BatchChoiceProps {
  product: Product
  /** Null: from the stock. */
  chosen: string | null
  onChange: (batchId: string | null) => void
}

/** When a product is made that can be ordered in a batch: it is ready, or a batch is chosen. */
export function BatchChoice({ product: { stock, batches = [] }, chosen, onChange }: BatchChoiceProps) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-bold">Kapan dikirim</legend>
      <div className="grid gap-2">
        {stock > 0 && (
          <Choice
            name="batch"
            label="Siap kirim"
            hint={`Stok ${formatNumber(stock)}`}
            checked={chosen === null}
            onChange={() => onChange(null)}
          />
        )}
        {batches.map((batch) => (
          <Choice
            key={batch.id}
            name="batch"
            label={batchWords(batch)}
            hint={batchRoom(batch)}
            checked={chosen === batch.id}
            disabled={batch.left === 0}
            onChange={() => onChange(batch.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}
