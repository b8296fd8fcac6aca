import { formatRupiah } from '~/platform/formats'

export function Rupiah({ amount, className = '' }: { amount: number; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatRupiah(amount)}</span>
}
