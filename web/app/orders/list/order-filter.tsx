import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { type ListState, listHref, readListUrl } from '~/platform/pages/list-url'
import { useOpening } from '~/platform/pages/opening'
import { keepPlace } from '~/platform/state/focus'
import { Button } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { DayField } from '~/ui/fields/day-field'
import { ListSearch } from '~/ui/lists/list-search'
import { filterNames } from './order-lists'

/** Searches the orders and filters them by days; the URL keeps both. On a phone a button beside the search shows the days. */
export function OrderFilter({ list: shown, children }: { list: ListState; children: Elements }) {
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  // A second choice that is made before the first has been loaded is added to the first.
  const list = next ? readListUrl(new URL(next.search, window.location.href).href, filterNames) : shown
  const { from = '', to = '', handover = '' } = list.filters
  const { dispatch } = useOpening()
  const hasHandover = dispatch !== undefined || handover !== ''
  const count = [from, to, handover].filter(Boolean).length
  const [open, setOpen] = useState(count > 0)
  const id = useId()
  function choose(name: 'from' | 'to' | 'handover', value: string) {
    const { [name]: _, ...others } = list.filters
    const filters = value === '' ? others : { ...others, [name]: value }
    navigate(listHref({ ...list, filters, page: 1 }), keepPlace)
  }
  return (
    <div className="grid gap-3 xl:flex xl:items-end">
      <div className="flex gap-3">
        <ListSearch list={list} placeholder="Cari pesanan..." />
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="shrink-0 max-md:px-3 md:hidden"
        >
          <SlidersHorizontal aria-hidden className="size-5" />
          <span className="sr-only">Saring</span>
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      </div>
      {children}
      <div
        id={id}
        className={`${open ? 'grid' : 'hidden'} xl:ml-auto xl:shrink-0 grid-cols-2 items-end narrow:grid-cols-1 gap-3 md:grid md:auto-cols-fr md:grid-flow-col md:grid-cols-none [&_.control]:h-11 [&_.control]:py-0`}
      >
        <DayField label="Dari tanggal" day={from} onChange={(day) => choose('from', day)} />
        <DayField label="Sampai tanggal" day={to} onChange={(day) => choose('to', day)} />
        {hasHandover && (
          <DayField label="Diserahkan sampai" day={handover} onChange={(day) => choose('handover', day)} />
        )}
      </div>
    </div>
  )
}
