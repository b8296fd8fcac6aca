import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Elements } from '~/ui/elements'

interface FoldProps {
  /** A text, or a heading. */
  title: string | Elements
  /** Opens it, at first or later. Only the person closes it: fields must not vanish while they are corrected. */
  open?: boolean
  onOpen?: () => void
  className?: string
  children: ReactNode
}

/** Details that few readers need, behind their title. */
export function Fold({ title, open = false, onOpen, className = '', children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpenAtFirst] = useState(open)
  useEffect(() => {
    if (open && details.current) details.current.open = true
  }, [open])
  return (
    <details
      ref={details}
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
      className={className}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        {typeof title === 'string' ? <span>{title}</span> : title}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform [[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}
