import { formatDay } from '@camilan/contract/arrival'
import type { CartItem } from '@camilan/contract/cart'
import { useState } from 'react'
import { serverDate } from '~/platform/state/server-time'
import { batchWords } from '~/products/batch-words'
import { SectionCard } from '~/ui/ask/section-card'
import { Choice } from '~/ui/fields/choice'

/** As `cart_part` of an order. */
const partOf = ({ batch_id }: CartItem): string => batch_id ?? 'stock'

/** What of the cart is ordered now: all of it, or the chosen part while the cart has it. */
export function useCartPart(cart: readonly CartItem[]) {
  const [wanted, onChange] = useState<string | null>(null)
  const chosen = cart.some((line) => partOf(line) === wanted) ? wanted : null
  const lines = chosen === null ? cart : cart.filter((line) => partOf(line) === chosen)
  return { lines, choice: { chosen, onChange } }
}

interface CartPartProps {
  lines: readonly CartItem[]
  /** Null: all together. */
  chosen: string | null
  onChange: (part: string | null) => void
}

/** Of a cart with goods of several days: all together on the latest, or one part, and the rest stays in the cart. */
export function CartPart({ lines, chosen, onChange }: CartPartProps) {
  const parts = [...new Map(lines.map((line) => [partOf(line), line])).values()]
  if (parts.length < 2) return null
  const latest = parts.map(({ batch }) => batch?.handed_over_on ?? '').sort()
  return (
    <SectionCard title="Dikirim Bersama?">
      <div className="grid gap-2">
        <Choice
          name="part"
          label="Semua bersama"
          hint={`Dikirim ${formatDay(latest.at(-1) ?? '', serverDate())}, ongkos kirim sekali`}
          checked={chosen === null}
          onChange={() => onChange(null)}
        />
        {parts.map((line) => (
          <Choice
            key={partOf(line)}
            name="part"
            label={line.batch ? `Hanya ${batchWords(line.batch)}` : 'Hanya yang siap kirim'}
            hint="Yang lain tetap di keranjang untuk pesanan berikutnya"
            checked={chosen === partOf(line)}
            onChange={() => onChange(partOf(line))}
          />
        ))}
      </div>
    </SectionCard>
  )
}
