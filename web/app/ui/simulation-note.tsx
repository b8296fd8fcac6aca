import { FlaskConical } from 'lucide-react'
import { useShopInfo } from '~/platform/shop-info'

/** Wherever money is spoken of, until the shop has keys with which it moves. */
export function SimulationNote({ className = '' }: { className?: string }) {
  if (!useShopInfo().simulated) return null
  return (
    <p className={`flex items-center gap-2 text-13 font-semibold text-warning ${className}`}>
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      Simulasi: uang tidak berpindah
    </p>
  )
}
