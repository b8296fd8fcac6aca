import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

interface CountLinkProps {
  to: string
  icon: LucideIcon
  /** For screen readers. */
  label: string
  count: number
  /** The counted things. */
  of: string
  className?: string
}

/** A link of the header: an icon with a number. */
export function CountLink({ to, icon: Icon, label, count, of, className = 'grid' }: CountLinkProps) {
  return (
    <Link
      to={to}
      className={`${className} size-11 shrink-0 narrow:w-auto narrow:min-w-11 place-items-center rounded-xl hover:bg-soft`}
    >
      <span className="relative narrow:flex narrow:items-center">
        <Icon aria-hidden className="size-5.5" />
        <span className="sr-only">{label}</span>
        <CountBadge count={count} of={of} />
      </span>
    </Link>
  )
}

/**
 * A number on a corner of its parent (`relative`), beside it if the letters are large; nothing for 0, 99+ above 99.
 * @param of  the counted things
 */
export function CountBadge({ count, of }: { count: number; of: string }) {
  if (count < 1) return null
  return (
    <span className="absolute -top-2 left-3 narrow:static min-w-5 rounded-full bg-highlight px-1 text-center text-13 leading-5 font-bold whitespace-nowrap text-on-highlight tabular-nums">
      <span>{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {of}</span>
    </span>
  )
}
