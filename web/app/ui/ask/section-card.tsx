import { type ReactNode, useId } from 'react'
import type { Elements } from '~/ui/elements'

interface SectionCardProps {
  title: string
  /** Shown at the end of the heading's line, such as a link to more. */
  aside?: ReactNode
  className?: string
  children: Elements
}

/** A part of a page with a heading of its own. */
export function SectionCard({ title, aside, className = '', children }: SectionCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card min-w-0 p-4 md:p-5 ${className}`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-17 font-bold">
          {title}
        </h2>
        {aside && <div className="-my-2.5">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
