import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isFiltered, type ListAddress, listHref } from '~/platform/list-address'

interface NothingListedProps {
  pending?: boolean
  /** The list's address: where a search or a filter found nothing, a link leads to all of it. */
  address?: ListAddress
  children: ReactNode
}

/** Where the rows of a list would stand. */
export function NothingListed({ pending = false, address, children }: NothingListedProps) {
  return (
    <div aria-busy={pending} className="card grid justify-items-center gap-2 px-4 py-10 text-center">
      <p className="text-17 font-semibold text-muted">{children}</p>
      {address && isFiltered(address) && (
        <Link
          to={listHref({ ...address, query: '', filters: {}, page: 1 })}
          className="link inline-flex min-h-11 items-center"
        >
          Tampilkan semua
        </Link>
      )}
    </div>
  )
}
