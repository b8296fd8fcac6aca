import { formatNumber } from '~/platform/state/formats'

/** @param count  at least so many; exact below ten */
export function SoldCount({ count, className = '' }: { count: number | null | undefined; className?: string }) {
  if (!count) return null
  return (
    <span className={`font-semibold text-muted ${className}`}>
      {`Terjual ${formatNumber(count)}${count >= 10 ? '+' : ''}`}
    </span>
  )
}
