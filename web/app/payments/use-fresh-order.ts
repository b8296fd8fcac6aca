import { refreshIntervalMs } from '@camilan/contract/order-values'
import type { Order } from '@camilan/contract/orders'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { api, unchecked } from '~/platform/api'

/** A little longer than the interval at which the server asks the gateway. */
const repeatMs = refreshIntervalMs + 1_000
const maxRepeats = 10

/**
 * While an order is unpaid, the server asks the gateway when the order's page is opened and when the buyer returns to it.
 * After the popup has reported a success (`paid`) it also asks every few seconds, for a minute.
 */
export function useFreshOrder({ id, status }: Pick<Order, 'id' | 'status'>, paid: boolean): void {
  const { revalidate } = useRevalidator()
  const isUnpaid = status === 'DIPROSES'
  useEffect(() => {
    if (!isUnpaid) return
    let repeatsLeft = paid ? maxRepeats : 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const leaving = new AbortController()
    async function refresh() {
      try {
        await refreshPayment(id, leaving.signal)
        if (navigator.onLine) await revalidate()
      } catch (error) {
        if (!leaving.signal.aborted) console.error(error)
      }
      if (leaving.signal.aborted || repeatsLeft === 0) return
      repeatsLeft -= 1
      clearTimeout(timer)
      timer = setTimeout(refresh, repeatMs)
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    void refresh()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      leaving.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [id, isUnpaid, paid, revalidate])
}

/** Makes the server ask the gateway whether an order has been paid. */
export async function refreshPayment(orderId: string, signal?: AbortSignal): Promise<void> {
  const path = `/api/orders/${encodeURIComponent(orderId)}/refresh`
  await api.post(path, undefined, unchecked(), signal ? { signal } : {})
}
