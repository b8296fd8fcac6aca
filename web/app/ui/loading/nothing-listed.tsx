import type { ReactNode } from 'react'
import { Link } from 'react-router'
import orders from '~/brand/empty-orders.svg'
import { isFiltered, type ListState, listHref } from '~/platform/pages/list-url'
import type { Elements } from '~/ui/elements'
import { Drawing } from './empty-state'

interface NothingListedProps {
  /** A file of app/brand; by default that of orders. */
  drawing?: string
  pending?: boolean
  /** Adds a link to the whole list to a search or filter without results. */
  list?: ListState
  /** The next step while the list can't have rows yet, such as a button. */
  next?: Elements
  children: ReactNode
}

/** Shown instead of the rows of an empty list. */
export function NothingListed({ drawing = orders, pending = false, list, next, children }: NothingListedProps) {
  return (
    <div aria-busy={pending} className="card grid justify-items-center gap-2 px-4 py-8 text-center">
      <Drawing src={drawing} className="max-md:h-28" />
      <p className="text-17 font-semibold">{children}</p>
      {next}
      {list && isFiltered(list) && (
        <NextLink to={listHref({ ...list, query: '', filters: {}, page: 1 })}>Tampilkan semua</NextLink>
      )}
    </div>
  )
}

export const NextLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="link inline-flex min-h-11 items-center">
    {children}
  </Link>
)
