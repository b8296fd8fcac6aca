import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isFiltered, type ListState, listHref } from '~/platform/list-url'

interface NothingListedProps {
  pending?: boolean
  /** Adds a link to the whole list to a search or filter without results. */
  list?: ListState
  /** The next step while the list can't have rows yet, such as a button. */
  next?: ReactNode
  children: ReactNode
}

/** Shown instead of the rows of an empty list. */
export function NothingListed({ pending = false, list, next, children }: NothingListedProps) {
  return (
    <div aria-busy={pending} className="card grid justify-items-center gap-2 px-4 py-10 text-center">
      <p className="text-17 font-semibold text-muted">{children}</p>
      {next}
      {list && isFiltered(list) && (
        <Link
          to={listHref({ ...list, query: '', filters: {}, page: 1 })}
          className="link inline-flex min-h-11 items-center"
        >
          Tampilkan semua
        </Link>
      )}
    </div>
  )
}
