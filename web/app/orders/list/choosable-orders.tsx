import type { Order } from '@camilan/contract/orders'
import Printer from 'lucide-react/icons/printer'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { loadOrderIds, maxChosen, type OrderFilters } from '~/orders/load-order-ids'
import { printAllHref, printHref, shipHref } from '~/orders/print/print-url'
import { PackSelected } from '~/orders/ship/pack-order'
import { useMutation } from '~/platform/api/use-mutation'
import { formatNumber } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { ActionBar } from '~/ui/page/action-bar'
import { OrdersTable } from './orders-table'

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
  firstNumber?: number
  pending?: boolean
  /** The query of the list's URL, for the links to its orders. */
  search?: string
  children?: (table: Elements) => Elements
}

/** A list of orders that can be chosen, printed and shipped, one by one or all that match. */
export function ChoosableOrders(props: ChoosableOrdersProps) {
  const { label, heading, aside, orders, total, filters, shippable, children = (table) => table, ...list } = props
  const choice = useOrderChoice({ filters, shown: orders.map(({ id }) => id), total })
  const chosen = choice.ids.length

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
          {chosen === 0 && filters.status === 'DIBAYAR' && Object.keys(filters).length === 1 && (
            <LinkButton to={shipHref()}>
              <ScanBarcode aria-hidden className="size-5" />
              Isi resi
            </LinkButton>
          )}
          {shippable && chosen > 0 && (
            <ActionBar onlyOnPhones>
              <LinkButton to={shipHref(choice.ids)} className="grow max-sm:px-3">
                <Truck aria-hidden className="size-5" />
                <span>{`Kirim ${formatNumber(chosen)} pesanan`}</span>
              </LinkButton>
              {filters.packed !== 'yes' && (
                <PackSelected ids={choice.ids} onPacked={(packed) => filters.packed && choice.remove(packed)} />
              )}
            </ActionBar>
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

interface OrderChoice {
  /** The chosen orders, in the order of the list. */
  ids: readonly string[]
  /** All matching orders are chosen, or the largest possible number. */
  all: boolean
  /** The number that is known while all are being chosen; else undefined. */
  coming: number | undefined
  has: (id: string) => boolean
  toggle: (id: string) => void
  toggleAll: () => void
  /** Removes orders from the choice that have left the list. */
  remove: (ids: readonly string[]) => void
}

interface ListedOrders {
  filters: OrderFilters
  /** The orders on this page of the list. */
  shown: readonly string[]
  /** The number of matching orders on all pages. */
  total: number
}

/** The chosen orders of a list, also those on other pages. */
function useOrderChoice({ filters, shown, total }: ListedOrders): OrderChoice {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [coming, setComing] = useState<number>()
  const isWhole = shown.length >= total
  // If the list shows all orders, one that was shipped on another device is no longer in the list, and so not chosen.
  const ids = isWhole ? shown.filter((id) => ticked.has(id)) : [...ticked]
  const all = ids.length > 0 && ids.length >= Math.min(total, maxChosen)

  const { run: chooseAll } = useMutation({
    do: () => {
      setComing(0)
      return loadOrderIds(filters, { onProgress: setComing })
    },
    done: (found) => {
      setTicked(new Set(found))
      setComing(undefined)
    },
    failed: 'Gagal memilih semua pesanan. Silakan coba lagi.',
  })

  async function toggleAll() {
    if (all) setTicked(new Set())
    else if (isWhole) setTicked(new Set(shown))
    else {
      await chooseAll()
      setComing(undefined)
    }
  }

  return {
    ids,
    all,
    coming,
    has: (id) => ticked.has(id),
    toggle: (id) => setTicked(new Set(ticked.has(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    toggleAll: () => void toggleAll(),
    remove: (gone) => setTicked((now) => new Set([...now].filter((id) => !gone.includes(id)))),
  }
}
