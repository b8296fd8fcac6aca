import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** Something good to know that stays on the page; what went wrong in a form is a FormProblem. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow font-semibold">{children}</div>
    </div>
  )
}
