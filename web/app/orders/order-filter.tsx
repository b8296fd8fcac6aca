import { orderStatuses } from '@camilan/contract/order-values'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { type ListState, listHref, readListUrl } from '~/platform/list-url'
import { Button } from '~/ui/button'
import { Field, SelectField } from '~/ui/field'
import { ListSearch } from '~/ui/list-search'

export const filterNames = ['status', 'packed', 'from', 'to'] as const

/** Parts of DIBAYAR, as `packed` of the API. */
export const packedViews = [
  { value: 'no', title: 'Perlu dikemas', label: 'DIBAYAR, perlu dikemas' },
  { value: 'yes', title: 'Siap diserahkan', label: 'DIBAYAR, siap diserahkan' },
] as const

/** Filters the orders; the choices are kept in the URL. On a phone a button beside the search shows them. */
export function OrderFilter({ list: shown }: { list: ListState }) {
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  // A second choice that is made before the first has been loaded is added to the first.
  const list = next ? readListUrl(new URL(next.search, window.location.href).href, filterNames) : shown
  const { status = '', packed, from = '', to = '' } = list.filters
  const count = Object.keys(list.filters).length
  const [open, setOpen] = useState(count > (packed ? 1 : 0))
  const id = useId()
  function choose(name: 'status' | 'from' | 'to', value: string) {
    const { [name]: _, packed: part = '', ...rest } = { [name]: '', ...list.filters }
    // A part of DIBAYAR is chosen in the place of a status.
    const others = name === 'status' || part === '' ? rest : { ...rest, packed: part }
    const key = packedViews.some((view) => view.value === value) ? 'packed' : name
    const filters = value === '' ? others : { ...others, [key]: value }
    navigate(listHref({ ...list, filters, page: 1 }), { preventScrollReset: true })
  }
  return (
    <div className="grid gap-3 xl:flex xl:items-end xl:justify-between">
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
      <div
        id={id}
        className={`${open ? 'grid' : 'hidden'} grid-cols-2 items-end gap-3 md:grid md:grid-cols-3 [&_.control]:h-11 [&_.control]:py-0`}
      >
        <SelectField
          label="Status"
          value={packed ?? status}
          onChange={({ target }) => choose('status', target.value)}
          className="col-span-2 md:col-span-1"
        >
          <option value="">Semua status</option>
          {orderStatuses.map((known) => (
            <option key={known}>{known}</option>
          ))}
          {packedViews.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DayField label="Dari tanggal" day={from} onChange={(day) => choose('from', day)} />
        <DayField label="Sampai tanggal" day={to} onChange={(day) => choose('to', day)} />
      </div>
    </div>
  )
}

interface DayFieldProps {
  label: string
  /** yyyy-mm-dd, or empty. */
  day: string
  onChange: (day: string) => void
}

function DayField({ label, day, onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(day)
  // The back button changes the day, but a late answer must not replace newer typing.
  useEffect(() => {
    if (day === asked.current) return
    asked.current = day
    if (input.current) input.current.value = day
  }, [day])
  function ask({ value, validity }: HTMLInputElement) {
    // While the year 2026 is typed, the value first has the years 2, 20 and 202.
    if (value === '' ? validity.badInput : !validity.valid) return
    asked.current = value
    onChange(value)
  }
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="date"
          min="2000-01-01"
          defaultValue={day}
          onChange={({ target }) => ask(target)}
          className="control min-w-0 max-md:px-2.5"
        />
      )}
    </Field>
  )
}
