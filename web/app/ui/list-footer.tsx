import { formatNumber } from '~/platform/formats'
import { type ListAddress, listHref } from '~/platform/list-address'
import { Pagination } from './pagination'

interface ListFooterProps {
  address: ListAddress
  /** How many rows are on this page. */
  shown: number
  total: number
  totalPages: number
  /** What is listed: `produk`. */
  noun: string
}

/** Which rows are shown, and links to the other pages. */
export function ListFooter({ address, shown, total, totalPages, noun }: ListFooterProps) {
  const before = (address.page - 1) * address.size
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 md:justify-between">
      <p role="status" className="text-muted tabular-nums">
        {shown > 0 ? (
          `Menampilkan ${formatNumber(before + 1)} - ${formatNumber(before + shown)} dari ${formatNumber(total)} ${noun}`
        ) : (
          <span className="sr-only">0 {noun}</span>
        )}
      </p>
      <Pagination
        page={address.page}
        totalPages={totalPages}
        hrefOf={(page) => listHref({ ...address, page })}
        numbered
      />
    </div>
  )
}
