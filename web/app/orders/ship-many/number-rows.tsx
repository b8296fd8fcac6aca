import { maxLengths } from '@camilan/contract/lengths'
import { cleanFormat } from '@camilan/contract/texts'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { contentsOf } from '~/orders/order-contents'
import { readColumn } from './shipment-numbers'
import type { TypedShipment } from './use-shipments'

interface NumberRowsProps {
  shipments: readonly TypedShipment[]
  onChange: (id: string, number: string) => void
  /** A column was pasted into the order with this index. */
  onPaste: (index: number, column: readonly string[]) => void
}

/** A row for each order, with its tracking number. A scanner ends each number with Enter, which leads to the next row. */
export function NumberRows({ shipments, onChange, onPaste }: NumberRowsProps) {
  const rows = useRef<HTMLOListElement>(null)
  const focus = (index: number) => rows.current?.querySelectorAll('input')[index]?.focus()

  // On a phone it would open the keyboard.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) rows.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])

  function pressed(event: KeyboardEvent<HTMLInputElement>, index: number) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const typed = cleanFormat(event.currentTarget.value).replace(/^#/, '').toUpperCase()
    const scanned = shipments.findIndex(({ order }) => order.id === typed)
    if (scanned >= 0) {
      // The order's own number, from its label, finds its row.
      onChange(shipments[index]?.order.id ?? '', '')
      return focus(scanned)
    }
    const next = shipments.findIndex(({ number }, other) => other > index && number === '')
    if (next >= 0) return focus(next)
    // After the last row another scan must not press a button.
    event.currentTarget.blur()
  }

  function pasted(event: ClipboardEvent, index: number) {
    const column = readColumn(event.clipboardData.getData('text'))
    if (column.length < 2) return
    event.preventDefault()
    onPaste(index, column)
  }

  return (
    <ol ref={rows} aria-label="Pesanan yang dikirim" className="card divide-y divide-line">
      {shipments.map((shipment, index) => (
        <Row
          key={shipment.order.id}
          shipment={shipment}
          onChange={(number) => onChange(shipment.order.id, number.trimStart())}
          onKeyDown={(event) => pressed(event, index)}
          onPaste={(event) => pasted(event, index)}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  shipment: TypedShipment
  onChange: (number: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

function Row({ shipment: { order, number, warning }, onChange, ...events }: RowProps) {
  const id = useId()
  return (
    <li className="grid gap-x-6 gap-y-2 p-4 wrap-anywhere md:grid-cols-[1fr_18rem] md:items-center">
      <label htmlFor={id} className="min-w-0 lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-6">
        <span className="block font-bold lg:col-start-1">{order.user.name}</span>
        <span className="block lg:col-start-2 lg:row-span-2 lg:row-start-1">{contentsOf(order)}</span>
        <span className="block text-13 text-muted lg:col-start-1">
          {`#${order.id}${order.city ? ` · ${order.city}` : ''}`}
        </span>
      </label>
      <div className="grid gap-1">
        <input
          {...events}
          id={id}
          value={number}
          onChange={({ target }) => onChange(target.value)}
          // A scanned number then replaces a wrong one.
          onFocus={({ target }) => target.select()}
          aria-describedby={warning ? `${id}-warning` : undefined}
          maxLength={maxLengths.trackingNumber}
          placeholder="Nomor resi"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          className="control min-h-11 tabular-nums"
        />
        {warning && (
          <p id={`${id}-warning`} className="text-13 font-semibold text-warning">
            {warning}
          </p>
        )}
      </div>
    </li>
  )
}
