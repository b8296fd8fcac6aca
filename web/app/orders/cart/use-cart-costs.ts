import type { CartItem } from '@camilan/contract/cart'
import type { CartCosts } from '@camilan/contract/checkout'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { type CartLine, isShort } from './cart-lines'

interface Answer {
  /** The question. The answer to another one does not count. */
  to: string
  said?: CartCosts
  error?: unknown
}

/**
 * What the server says that the cart costs. Asked when the destination or the cart changes.
 * @param query  the destination, such as `city=Bogor`; undefined: nothing is asked
 */
export function useCartCosts(lines: readonly CartItem[], query: string | undefined) {
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  const cart = lines.map(({ product, quantity }) => [product.id, product.price, quantity])
  const question = JSON.stringify([attempt, query, cart])
  useEffect(() => {
    if (query === undefined) return
    const asking = new AbortController()
    const { signal } = asking
    api.get(`/api/carts/costs?${query}`, uncheckedData<CartCosts>(), { signal }).then(
      ({ data }) => setAnswer({ to: question, said: data }),
      (error: unknown) => signal.aborted || setAnswer({ to: question, error }),
    )
    return () => asking.abort()
  }, [query, question])
  const current = query !== undefined && answer?.to === question ? answer : undefined
  return { said: current?.said, error: current?.error, askAgain: () => setAttempt((made) => made + 1) }
}

/**
 * The discounts that the cart gets wherever it goes, or also those of the fees where the delivery has one cost. None while
 * a change is being sent.
 */
export function useDiscounts(saved: readonly CartItem[], shown: readonly CartLine[]) {
  const { delivery } = useShopInfo()
  const { said } = useCartCosts(saved, saved.length > 0 ? '' : undefined)
  const isCurrent = !shown.some((line) => line.pending || isShort(line)) && shown.length === saved.length
  const discounts = said?.ways.find(({ delivery_way }) => delivery_way === 'delivery')?.discounts ?? []
  if (!isCurrent) return []
  const hasOneCost = delivery.isOneCost && !delivery.isPerKg
  return discounts
    .map(({ label, amount, of_goods }) => ({ label, amount: hasOneCost ? amount : of_goods }))
    .filter(({ amount }) => amount > 0)
}

export const sumOfDiscounts = (discounts: readonly { amount: number }[]): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0)
