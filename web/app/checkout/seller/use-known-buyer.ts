import { type Order, OrderList } from '@camilan/contract/orders'
import { phoneDigits } from '@camilan/contract/texts'
import { useEffect, useState } from 'react'
import { api } from '~/platform/api/api'
import { typingPauseMs } from '~/ui/lists/list-search'

const shortestNumber = 7

interface KnownBuyer {
  last: Order
  orders: number
}

/** The last order with this phone number, and how many there are. Null while none is known. */
export function useKnownBuyer(phone: string): KnownBuyer | null {
  const digits = phoneDigits(phone)
  const [found, setFound] = useState<{ digits: string; buyer: KnownBuyer | null }>()
  useEffect(() => {
    if (digits.length < shortestNumber) return
    const leaving = new AbortController()
    const search = async () => {
      const path = `/api/admin/orders?${new URLSearchParams({ query: digits, sortOrder: 'desc', limit: '20' })}`
      const { data } = await api.get(path, OrderList, { signal: leaving.signal, background: true })
      const theirs = data.filter(({ user }) => user.phone !== null && phoneDigits(user.phone) === digits)
      const [last] = theirs
      setFound({ digits, buyer: last ? { last, orders: theirs.length } : null })
    }
    const timer = setTimeout(() => void search().catch(() => {}), typingPauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [digits])
  return found?.digits === digits ? found.buyer : null
}
