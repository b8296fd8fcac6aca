import type { OrderItem } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'

/** What is in one ordered hamper, as it was then: `Isi: 2 Nastar (Toples 250gram), 1 Kastengel (Toples 500gram)`. */
export function PartsLine({ parts, className = '' }: Pick<OrderItem, 'parts'> & { className?: string }) {
  const words = useWords()
  if (!parts) return null
  const names = parts.map(({ quantity, name, ...kind }) => `${formatNumber(quantity)} ${name} (${words.kind(kind)})`)
  return <p className={`wrap-anywhere ${className}`}>{`Isi: ${names.join(', ')}`}</p>
}
