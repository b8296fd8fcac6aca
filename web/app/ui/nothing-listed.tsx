import type { ReactNode } from 'react'

/** Where the rows of a list would stand. */
export function NothingListed({ pending = false, children }: { pending?: boolean; children: ReactNode }) {
  return (
    <p aria-busy={pending} className="card px-4 py-10 text-center text-17 font-semibold text-gula-aren-muda">
      {children}
    </p>
  )
}
