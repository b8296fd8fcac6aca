import { useId } from 'react'
import { useNavigate } from 'react-router'
import { type ListState, listHref, pageSizes } from '~/platform/pages/list-url'
import { keepPlace } from '~/platform/state/focus'

/** Chooses the number of rows per page. Another number returns to page 1. */
export function PageSizeSelect({ list }: { list: ListState }) {
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
