import { refreshIntervalMs } from '@camilan/contract/order-values'
import type { OrderDetail } from '@camilan/contract/orders'
import { useEffect, useEffectEvent } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { onReturn } from '~/platform/state/on-return'
import { serverNow } from '~/platform/state/server-time'

/** A little longer than the interval at which the server asks the gateway. */
const repeatMs = refreshIntervalMs + 1_000
const maxRepeats = 10
/** The gateway's clock may be a little behind. */
const afterEndMs = 2_000
const longestTimerMs = 2 ** 31 - 1

interface FreshOrder {
  id: string
  isUnpaid: boolean
  /** Its payment may arrive at any moment: ask every few seconds, for a minute. */
  isQuick: boolean
  /** When its payment can no longer be made. */
  endsAt: string
}

/**
 * While an order is unpaid, the server asks the gateway when the order's page is opened, when the buyer returns to it, also
 * from a wallet's app, and when the time of its payment ends. No parameter of the page's URL says whether it was paid.
 * @param onFresh  gets the order after each answer
 */
export function useFreshOrder({ id, isUnpaid, isQuick, endsAt }: FreshOrder, onFresh: (order: OrderDetail) => unknown) {
  const handle = useEffectEvent(onFresh)
  useEffect(() => {
    if (!isUnpaid) return
    const leaving = new AbortController()
    const { signal } = leaving
    let repeatsLeft = 0
    let isAsking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function refresh() {
      if (isAsking) return
      isAsking = true
      clearTimeout(timer)
      try {
        handle(await refreshPayment(id, signal))
      } catch (error) {
        if (!signal.aborted) console.error(error)
      }
      isAsking = false
      if (signal.aborted || repeatsLeft === 0 || document.visibilityState !== 'visible') return
      repeatsLeft -= 1
      timer = setTimeout(refresh, repeatMs)
    }
    function begin() {
      repeatsLeft = isQuick ? maxRepeats : 0
      void refresh()
    }
    begin()
    onReturn(begin, signal)
    const untilEndMs = new Date(endsAt).getTime() - serverNow() + afterEndMs
    const end = untilEndMs > 0 ? setTimeout(begin, Math.min(untilEndMs, longestTimerMs)) : undefined
    return () => {
      leaving.abort()
      clearTimeout(timer)
      clearTimeout(end)
    }
  }, [id, isUnpaid, isQuick, endsAt])
}

/** Makes the server ask the gateway whether an order has been paid. */
export async function refreshPayment(orderId: string, signal?: AbortSignal): Promise<OrderDetail> {
  const path = `/api/orders/${encodeURIComponent(orderId)}/refresh`
  const { data } = await api.post(path, undefined, uncheckedData<OrderDetail>(), signal ? { signal } : {})
  return data
}
