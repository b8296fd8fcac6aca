import type { OrderItem } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/state/formats'

/** What is in one ordered hamper, as it was then: `Isi: 2 Nastar, 1 Kastengel`. */
export function PartsLine({ parts, className = '' }: Pick<OrderItem, 'parts'> & { className?: string }) {
  if (!parts) return null
  const names = parts.map(({ quantity, name }) => `${formatNumber(quantity)} ${name}`)
  return <p className={`wrap-anywhere ${className}`}>{`Isi: ${names.join(', ')}`}</p>
}
