import { type Order, OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api'

/** The server asks the gateway about an order at most once in five seconds. */
const againAfterMs = 6_000
const maxTimes = 10

/**
 * While an order is unpaid, the server asks the gateway when the order's page is opened and when the buyer returns to
 * it; after the popup has reported a success (`paid`) also every few seconds, for a minute.
 */
export function useFreshOrder({ id, status }: Pick<Order, 'id' | 'status'>, paid: boolean): void {
  const { revalidate } = useRevalidator()
  const isUnpaid = status === 'DIPROSES'
  useEffect(() => {
    if (!isUnpaid) return
    let timesLeft = paid ? maxTimes : 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const leaving = new AbortController()
    async function refresh() {
      try {
        await refreshPayment(id, leaving.signal)
        if (navigator.onLine) await revalidate()
      } catch (error) {
        if (!leaving.signal.aborted) console.error(error)
      }
      if (leaving.signal.aborted || timesLeft === 0) return
      timesLeft -= 1
      clearTimeout(timer)
      timer = setTimeout(refresh, againAfterMs)
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
  await api.post(path, undefined, success(OrderDetail), signal ? { signal } : {})
}
