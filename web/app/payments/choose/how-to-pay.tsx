import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { useLoaded } from '~/platform/state/use-loaded'
import { Skeleton } from '~/ui/loading/skeleton'

interface HowToPayProps {
  method: PaymentMethod
  totalIdr: number
  /** The number or code that it is paid with is shown above. */
  hasCode: boolean
}

/** The steps of a method. */
export function HowToPay({ method, totalIdr, hasCode }: HowToPayProps) {
  const loaded = useLoaded(() => import('./payment-steps'))
  if (loaded === null) return null
  return (
    <div className="border-t border-line pt-3">
      <h3 className="mb-2 font-semibold">Cara membayar</h3>
      {loaded ? (
        <ol className="grid list-decimal gap-1.5 pl-5 marker:font-semibold marker:text-muted">
          {loaded.stepsOf(method, totalIdr, hasCode).map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-36" />
      )}
    </div>
  )
}
