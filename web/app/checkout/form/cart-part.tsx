import { formatDay } from '@camilan/contract/arrival'
import type { CartItem } from '@camilan/contract/cart'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { batchDay } from '~/orders/cart/cart-lines'
import { reprice } from '~/orders/cart/cart-prices'
import { serverDate } from '~/platform/state/server-time'
import { batchWords } from '~/products/batch-words'
import { SectionCard } from '~/ui/ask/section-card'
import { Choice } from '~/ui/fields/choice'
import type { OrderForm } from './order-form'

/** As `cart_part` of an order. */
const partOf = ({ batch_id }: CartItem): string => batch_id ?? 'stock'

/** What of the cart is ordered now: all of it, or the chosen part while the cart has it. */
export function useCartPart(form: UseFormReturn<OrderForm>, cart: readonly CartItem[]) {
  const wanted = useWatch({ control: form.control, name: 'cart_part' })
  const chosen = cart.some((line) => partOf(line) === wanted) ? wanted : null
  const lines = chosen === null ? cart : reprice(cart.filter((line) => partOf(line) === chosen))
  const onChange = (part: string | null) => form.setValue('cart_part', part ?? '')
  return { lines, choice: { chosen, onChange } }
}

const title = 'Dikirim Bersama?'

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
  return (
    <SectionCard title={title}>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="sr-only">{title}</legend>
        <Choice
          name="part"
          label="Semua bersama"
          hint={`Dikirim ${formatDay(batchDay(lines) ?? '', serverDate())}, ongkos kirim sekali`}
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
      </fieldset>
    </SectionCard>
  )
}
