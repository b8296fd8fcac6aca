import type { MouseEvent, ReactNode } from 'react'
import { useMediaQuery } from '~/platform/state/use-media-query'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, so that the digits line up. */
  numeric?: boolean
  /** Stays visible at the right edge when the table is wider than its area. */
  pinned?: boolean
  className?: string
}

interface DataTableProps<Row> {
  /** The name of the rows, for screen readers: `produk`. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  firstNumber?: number
  /** A row on a narrow screen: its most important values, and one action. */
  card: (row: Row) => ReactNode
  /** Other rows are being loaded. */
  pending?: boolean
  /** A press anywhere in a row of the table presses its button with `data-opens`, or else its last link. */
  clickableRows?: boolean
}

/** A table in an area of limited height, which scrolls below its head; on narrow screens a list of cards. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const View = isWide ? Table : Cards
  return (
    <div aria-busy={props.pending} className={`transition-opacity duration-150 ${props.pending ? 'opacity-55' : ''}`}>
      <View {...props} />
    </div>
  )
}

/** Presses on other controls, and the end of a selection of text, are left alone. A modifier opens a new tab, as on the link. */
function openRow({ currentTarget, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>): void {
  const isControl = target instanceof Element && target.closest('a, button, label, input, select, form, dialog')
  if (isControl || window.getSelection()?.toString()) return
  const opener = currentTarget.querySelector('[data-opens]') ?? [...currentTarget.querySelectorAll('a')].at(-1)
  opener?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, view: window, ctrlKey, metaKey, shiftKey }),
  )
}

function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  firstNumber = 1,
  clickableRows,
}: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={`Tabel ${label}`} tabIndex={0} className={area}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            <Heading numeric>No</Heading>
            {columns.map(({ heading, numeric, pinned }) => (
              <Heading key={heading} numeric={numeric} pinned={pinned}>
                {heading}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Keys reach the link or the button in the row.
            <tr
              key={row.id}
              className={`group hover:bg-page ${clickableRows ? 'cursor-pointer' : ''}`}
              onClick={clickableRows ? openRow : undefined}
            >
              <td className={`${cellShape} ${numericCell} text-muted`}>{firstNumber + index}</td>
              {columns.map(({ heading, cell, numeric, pinned, className = '' }) => (
                <td
                  key={heading}
                  className={`${cellShape} ${numeric ? numericCell : ''} ${pinned ? pinnedCell : ''} ${className}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const area = 'card isolate max-h-[70dvh] overflow-auto'
const cellShape =
  'border-b border-line px-2 py-2.5 align-middle group-last:border-b-0 group-last:first:rounded-bl-2xl group-last:last:rounded-br-2xl'
/** Farther from the next column, whose text begins at its left edge. */
const numericColumn = 'text-right not-first:pr-6'
const numericCell = `${numericColumn} whitespace-nowrap tabular-nums`
const pinnedCell = 'sticky right-0 border-l bg-surface group-hover:bg-page'

interface HeadingProps {
  numeric?: boolean | undefined
  pinned?: boolean | undefined
  children: ReactNode
}

function Heading({ numeric = false, pinned = false, children }: HeadingProps) {
  return (
    <th
      scope="col"
      className={`sticky top-0 border-b border-line bg-soft px-2 py-2.5 align-bottom text-13 font-bold first:rounded-tl-2xl last:rounded-tr-2xl ${numeric ? numericColumn : ''} ${pinned ? 'right-0 z-20 border-l' : 'z-10'}`}
    >
      {children}
    </th>
  )
}

function Cards<Row extends { id: string }>({ label, rows, card }: DataTableProps<Row>) {
  return (
    <ul aria-label={`Daftar ${label}`} className="grid gap-3 md:grid-cols-2">
      {rows.map((row) => (
        <li key={row.id} className="card min-w-0 p-4 wrap-anywhere">
          {card(row)}
        </li>
      ))}
    </ul>
  )
}
