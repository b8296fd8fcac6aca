import type { Order } from '@camilan/contract/orders'
import { useState } from 'react'
import * as z from 'zod/mini'
import { shipOrders } from '~/orders/ship/ship-orders'
import { toastFailure, useMutation, wasAnswered } from '~/platform/api/use-mutation'
import { useDraft } from '~/platform/forms/use-draft'
import { readStored, writeStored } from '~/platform/state/storage'
import { toast } from '~/platform/state/toasts'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { isFetched, type Numbers, shipmentOf, spread, warningOf } from './shipment-numbers'
import { concludeShipping, concludeUnanswered } from './shipped-batch'

const courierKey = 'courier'
const NumbersDraft = z.record(z.string(), z.string())

/** The courier of a batch. The first one is the courier that this device chose last. */
function useCourier(): [string, (courier: string) => void] {
  const [courier, setCourier] = useState(() => readStored(courierKey) ?? '')
  function choose(next: string) {
    setCourier(next)
    if (next.trim() !== '') writeStored(courierKey, next.trim())
  }
  return [courier, choose]
}

/** An order with what is typed for it. */
export interface TypedShipment {
  order: Order
  number: string
  warning: string | undefined
}

/**
 * What is typed to ship these orders, kept as a draft, and the orders that it would ship. Those that their buyers fetch have
 * no row, so that a pasted column, which has no number for them, stays with its orders.
 */
export function useShipments(orders: readonly Order[]) {
  const draft = useDraft('shipments', NumbersDraft)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const [numbers, setNumbers] = useState<Numbers>(draft.restored ?? {})
  const [courier, setCourier] = useCourier()
  const [alsoWithout, setAlsoWithout] = useState(false)
  const delivered = orders.filter((order) => !isFetched(order))
  const ids = delivered.map(({ id }) => id)
  const rows = delivered.map(
    (order): TypedShipment => ({
      order,
      number: numbers[order.id] ?? '',
      warning: warningOf(order.id, { ids, numbers, courier }),
    }),
  )
  const fetched = orders.filter(isFetched).map((order): TypedShipment => ({ order, number: '', warning: undefined }))
  const without = [...rows.filter(({ number }) => number === ''), ...fetched]
  const noneTyped = without.length === orders.length
  const chosen = noneTyped || alsoWithout ? [...rows, ...fetched] : rows.filter(({ number }) => number !== '')

  function change(next: Numbers) {
    setNumbers(next)
    draft.keep(Object.values(next).some((number) => number !== '') ? { ...next } : null)
  }

  const { pending, run: ship } = useMutation({
    do: (shown: readonly TypedShipment[]) =>
      shipOrders(shown.map(({ order, number }) => shipmentOf(order, { courier, tracking_number: number }))),
    done: (results) => {
      // The numbers stay, for orders that were refused or will be undone.
      concludeShipping(results)
      setAlsoWithout(false)
    },
    failed: (error, shown) => {
      toastFailure(error, 'Gagal mengirim pesanan. Silakan coba lagi.')
      if (!wasAnswered(error)) concludeUnanswered(shown.map(({ order }) => order.id))
    },
    revalidate: 'both',
  })

  return {
    rows,
    fetched,
    /** No number is typed. */
    noneTyped,
    without,
    chosen,
    courier,
    setCourier,
    alsoWithout,
    setAlsoWithout,
    change: (id: string, number: string) => change({ ...numbers, [id]: number }),
    /** Writes a column from the order with this index on. */
    paste(from: number, column: readonly string[]) {
      const { numbers: next, spare } = spread(numbers, ids, from, column)
      change(next)
      if (spare.length > 0) toast(`Lebih dari jumlah pesanan, tidak dipakai: ${spare.join(', ')}`, 'alert')
    },
    isRestored: rows.some(({ order }) => draft.restored?.[order.id]),
    discard() {
      setNumbers({})
      draft.discard()
    },
    pending,
    ship,
  }
}
