import { type ListState, listHref } from '~/platform/pages/list-url'
import { formatNumber } from '~/platform/state/formats'
import { PageSizeSelect } from './page-size-select'
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
