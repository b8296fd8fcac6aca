import { useState } from 'react'
import { loadOrderIds, maxChosen, type OrderFilters } from '~/orders/load-order-ids'
import { useMutation } from '~/platform/api/use-mutation'

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
  /** Removes orders from the choice that were printed or shipped. */
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
export function useOrderChoice({ filters, shown, total }: ListedOrders): OrderChoice {
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
