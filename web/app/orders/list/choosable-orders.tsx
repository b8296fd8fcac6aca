import type { Order } from '@camilan/contract/orders'
import { Printer } from 'lucide-react'
import { maxChosen, type OrderFilters } from '~/orders/load-order-ids'
import { printAllHref, printHref } from '~/orders/print/print-url'
import { PackSelected } from '~/orders/ship/pack-order'
import type { ShippedBatch } from '~/orders/ship-many/ship-in-batches'
import { ShipAll, ShipSelected } from '~/orders/ship-many/ship-selected'
import { formatNumber } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { OrdersTable } from './orders-table'
import { useOrderChoice } from './use-order-choice'

interface ChoosableOrdersProps {
  /** The kind of orders, for screen readers and for the link that prints all: `pesanan dibayar`. */
  label: string
  /** Shown above the line of actions. */
  heading: Elements
  /** Shown beside the link that prints. */
  aside?: Elements
  orders: readonly Order[]
  /** The number of matching orders on all pages. */
  total: number
  /** The parameters of the API that find exactly these orders, on all pages. */
  filters: OrderFilters
  /** They are paid, so they can be shipped. */
  shippable: boolean
  /** Receives the progress of shipping. This list may be gone at the end, because nothing is left to ship. */
  onShipping: (batches: readonly ShippedBatch[]) => void
  firstNumber?: number
  pending?: boolean
  /** The query of the list's URL, for the links to its orders. */
  search?: string
  children?: (table: Elements) => Elements
}

/** A list of orders that can be chosen, printed and shipped, one by one or all that match. */
export function ChoosableOrders(props: ChoosableOrdersProps) {
  const {
    label,
    heading,
    aside,
    orders,
    total,
    filters,
    shippable,
    onShipping,
    children = (table) => table,
    ...list
  } = props
  const choice = useOrderChoice({ filters, shown: orders.map(({ id }) => id), total })
  const chosen = choice.ids.length

  function follow(next: readonly ShippedBatch[]) {
    onShipping(next)
    if (next.some(({ failed }) => failed)) {
      choice.remove(next.flatMap(({ results }) => results?.map(({ id }) => id) ?? []))
    }
  }

  return (
    <>
      {heading}
      {/* The actions stay in this line when something is chosen, and so do the rows below it. */}
      <div
        className={`mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 md:mb-1 md:py-2 ${chosen > 0 ? 'md:sticky md:top-16 md:z-10 md:bg-surface short:static' : ''}`}
      >
        <div className="flex flex-wrap items-center gap-x-4">
          <label className="inline-flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={choice.all}
              disabled={choice.coming !== undefined}
              onChange={choice.toggleAll}
              className="tick"
            />
            Pilih semua
          </label>
          <p role="status" className="text-13 text-muted tabular-nums">
            {choiceStatus({ ...choice, chosen, total })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:grow">
          {/* All paid orders, without a search. */}
          {chosen === 0 && filters.status === 'DIBAYAR' && Object.keys(filters).length === 1 && <ShipAll />}
          {shippable && (
            <ShipSelected ids={choice.ids} onProgress={follow} onShipped={() => choice.remove(choice.ids)}>
              {filters.packed !== 'yes' && (
                <PackSelected ids={choice.ids} onPacked={(packed) => filters.packed && choice.remove(packed)} />
              )}
            </ShipSelected>
          )}
          <LinkButton
            variant="quiet"
            to={chosen > 0 ? printHref({ ids: choice.ids }) : printAllHref(filters)}
            className="max-sm:px-3"
          >
            <Printer aria-hidden className="size-5" />
            {chosen > 0 ? (
              <span key="chosen">{`Cetak ${formatNumber(chosen)} pesanan`}</span>
            ) : (
              <span>
                Cetak semua<span className="max-sm:sr-only">{` ${label}`}</span>
              </span>
            )}
          </LinkButton>
          {aside}
        </div>
      </div>
      {children(<OrdersTable label={label} orders={orders} selection={choice} {...list} />)}
    </>
  )
}

function choiceStatus({
  coming,
  all,
  chosen,
  total,
}: {
  coming: number | undefined
  all: boolean
  chosen: number
  total: number
}) {
  if (coming !== undefined) {
    return `Memilih ${formatNumber(Math.min(total, maxChosen))} pesanan: ${formatNumber(coming)} sudah...`
  }
  if (chosen === 0) return ''
  if (all && total > maxChosen) {
    return `${formatNumber(chosen)} pesanan terlama dari ${formatNumber(total)} dipilih. Sisanya bisa dipilih sesudahnya.`
  }
  return `${formatNumber(chosen)} dari ${formatNumber(total)} pesanan dipilih`
}
