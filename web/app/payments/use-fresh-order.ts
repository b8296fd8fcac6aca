import { type Order, OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api'

/** The shop asks the gateway about an order at most once in five seconds. */
const againAfterMs = 6_000
const mostTimes = 10

/**
 * While an order waits for its payment, the shop asks the gateway when its page is opened and when the buyer comes
 * back to it; after the popup told of a success (`paid`) also every few seconds, for a minute.
 */
export function useFreshOrder({ id, status }: Pick<Order, 'id' | 'status'>, paid: boolean): void {
  const { revalidate } = useRevalidator()
  const isUnpaid = status === 'DIPROSES'
  useEffect(() => {
    if (!isUnpaid) return
    let timesLeft = paid ? mostTimes : 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const leaving = new AbortController()
    async function refresh() {
      try {
        await api.post(`/api/orders/${id}/refresh`, undefined, success(OrderDetail), { signal: leaving.signal })
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
