import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PaginationProps {
  page: number
  totalPages: number
  /** The URL of a page of this list. */
  hrefOf: (page: number) => string
  /** Show also up to five page numbers around the current one. */
  numbered?: boolean
}

/** Renders nothing if there is only one page. */
export function Pagination({ page, totalPages, hrefOf, numbered = false }: PaginationProps) {
  if (totalPages < 2) return null
  const stepLabel = numbered ? 'sr-only md:not-sr-only' : ''
  // The words of both steps need the whole width of a phone.
  const spread = numbered ? 'justify-center gap-1' : 'justify-between md:justify-center'
  return (
    <nav aria-label="Halaman" className={`flex flex-wrap items-center md:gap-2 ${spread}`}>
      <Step to={page > 1 ? hrefOf(Math.min(page - 1, totalPages)) : null} rel="prev">
        <ChevronLeft aria-hidden className="size-4" />
        <span className={stepLabel}>Sebelumnya</span>
      </Step>
      {numbered ? (
        pagesAround(page, totalPages).map((number) => (
          <Link
            key={number}
            to={hrefOf(number)}
            aria-label={`Halaman ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={`${shape} tabular-nums ${number === page ? 'bg-accent text-on-accent' : 'hover:bg-soft'}`}
          >
            {number}
          </Link>
        ))
      ) : (
        <p className="text-15 text-muted tabular-nums md:px-2">{`${page} dari ${totalPages}`}</p>
      )}
      <Step to={page < totalPages ? hrefOf(page + 1) : null} rel="next">
        <span className={stepLabel}>Berikutnya</span>
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  )
}

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl px-2.5 text-15 font-semibold'

function Step({ to, rel, children }: { to: string | null; rel: 'prev' | 'next'; children: ReactNode }) {
  if (to === null) {
    return (
      <span aria-disabled className={`${shape} text-muted opacity-50`}>
        {children}
      </span>
    )
  }
  return (
    <Link to={to} rel={rel} className={`${shape} hover:bg-soft`}>
      {children}
    </Link>
  )
}

/** Up to five consecutive page numbers, with `page` in the middle if possible. */
function pagesAround(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, totalPages - 4))
  return Array.from({ length: Math.min(5, totalPages) }, (_, index) => first + index)
}
