import { useId } from 'react'
import { useNavigate } from 'react-router'
import { type ListState, listHref, pageSizes } from '~/platform/pages/list-url'
import { keepPlace } from '~/platform/state/focus'
import { formatNumber } from '~/platform/state/formats'
import { Pagination } from './pagination'

interface ListFooterProps {
  list: ListState
  /** The number of rows on this page. */
  shown: number
  total: number
  totalPages: number
  /** The name of the rows: `produk`. */
  noun: string
}

/** The range of the shown rows, their number per page, and links to the other pages. */
export function ListFooter({ list, shown, total, totalPages, noun }: ListFooterProps) {
  const before = (list.page - 1) * list.size
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 md:justify-between">
      <p role="status" className="text-muted tabular-nums">
        {shown > 0 ? (
          `Menampilkan ${formatNumber(before + 1)} - ${formatNumber(before + shown)} dari ${formatNumber(total)} ${noun}`
        ) : (
          <span className="sr-only">{`0 ${noun}`}</span>
        )}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
        <PageSizeSelect list={list} />
        <Pagination page={list.page} totalPages={totalPages} hrefOf={(page) => listHref({ ...list, page })} numbered />
      </div>
    </div>
  )
}

/** Chooses the number of rows per page. Another number returns to page 1. */
function PageSizeSelect({ list }: { list: ListState }) {
  const id = useId()
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="whitespace-nowrap">
        Tampilkan
      </label>
      <select
        id={id}
        value={list.size}
        onChange={({ target }) => {
          const size = pageSizes.find((known) => String(known) === target.value) ?? list.size
          navigate(listHref({ ...list, size, page: 1 }), keepPlace)
        }}
        className="control min-h-11 w-auto py-2 tabular-nums"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <span aria-hidden>per halaman</span>
    </div>
  )
}
