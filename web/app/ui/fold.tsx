import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Details that few readers need, behind their title. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group/fold">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open/fold:rotate-180"
        />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}
