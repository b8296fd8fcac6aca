import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isFiltered, type ListState, listHref } from '~/platform/list-url'

interface NothingListedProps {
  pending?: boolean
  /** If given, a search or filter without results gets a link to the whole list. */
  list?: ListState
  /** What to do where nothing can be listed yet, such as a button. */
  next?: ReactNode
  children: ReactNode
}

/** Shown in place of the rows of an empty list. */
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
