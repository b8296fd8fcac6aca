import { useState } from 'react'
import { useMutation } from '~/platform/use-mutation'
import { loadOrderIds, maxChosen, type OrderFilters } from './load-order-ids'

interface OrderChoice {
  /** The chosen orders, in the order of the list. */
  ids: readonly string[]
  /** All that match are chosen, or as many as can be. */
  all: boolean
  /** While all are being chosen: how many are known; else undefined. */
  coming: number | undefined
  has: (id: string) => boolean
  toggle: (id: string) => void
  toggleAll: () => void
  /** These have been dealt with. */
  remove: (ids: readonly string[]) => void
}

interface ListedOrders {
  filters: OrderFilters
  /** The orders on this page of the list. */
  shown: readonly string[]
  /** How many match, on all pages. */
  total: number
}

/** Which orders of a list are chosen, also those on other pages. */
export function useOrderChoice({ filters, shown, total }: ListedOrders): OrderChoice {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [coming, setComing] = useState<number>()
  const isWhole = shown.length >= total
  // Where all are shown, an order that was shipped on another device is no longer in the list, and so not chosen.
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
