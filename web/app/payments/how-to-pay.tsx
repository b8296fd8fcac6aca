import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { ChevronDown } from 'lucide-react'
import { useLoaded } from '~/platform/use-loaded'
import { useMediaQuery } from '~/platform/use-media-query'
import { Skeleton } from '~/ui/skeleton'

/** The steps of a method, folded on a phone. */
export function HowToPay({ method, totalIdr }: { method: PaymentMethod; totalIdr: number }) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  const loaded = useLoaded(() => import('./payment-steps'))
  if (loaded === null) return null
  return (
    <details key={String(isWide)} open={isWide} className="group rounded-xl border border-line px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
        Cara membayar
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {loaded ? (
        <ol className="grid list-decimal gap-1.5 pb-4 pl-5 marker:font-semibold marker:text-muted">
          {loaded.stepsOf(method, totalIdr).map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="mb-4 h-36" />
      )}
    </details>
  )
}
