import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isFiltered, type ListAddress, listHref } from '~/platform/list-address'

interface NothingListedProps {
  pending?: boolean
  /** With it, a search or filter without results gets a link to the whole list. */
  address?: ListAddress
  children: ReactNode
}

/** Shown in place of the rows of an empty list. */
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
