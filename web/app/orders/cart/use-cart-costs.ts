import type { Cart, CartItem } from '@camilan/contract/cart'
import type { CartCosts } from '@camilan/contract/checkout'
import type { Delivery } from '@camilan/contract/shop'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { readCity } from '~/platform/state/delivery-city'
import { readPlace } from '~/platform/state/delivery-place'
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
 * The discounts that the cart gets wherever it goes, or also those of the fees where the delivery has one cost; and how much
 * more its goods must cost for free delivery, to where this browser looked last. While the cart of a shop with discounts is asked
 * about, those said last stay, and there is no total.
 */
export function useDiscounts({ data: saved, has_discounts = false }: Cart, shown: readonly CartLine[]) {
  const { delivery } = useShopInfo()
  const [query] = useState(() => lastDestination(delivery))
  const isEmpty = saved.length === 0
  const there = useCartCosts(saved, isEmpty ? undefined : query)
  // The shop may no longer deliver there.
  const anywhere = useCartCosts(saved, there.error !== undefined && query !== '' ? '' : undefined)
  const said = there.said ?? anywhere.said
  const [lastSaid, setLastSaid] = useState(said)
  if (said && said !== lastSaid) setLastSaid(said)
  const isShortOfGoods = shown.some(isShort)
  const isCurrent = !shown.some(({ pending }) => pending) && shown.length === saved.length
  const hasFailed = there.error !== undefined && (query === '' || anywhere.error !== undefined)
  const isAsking = has_discounts && !isEmpty && !isShortOfGoods && !(isCurrent && (said || hasFailed))
  const current = isCurrent && !isShortOfGoods ? wayOf(said) : undefined
  const hasOneCost = delivery.isOneCost && !delivery.isPerKg
  const isKnown = hasOneCost || (there.said !== undefined && query !== '')
  const discounts = ((isAsking ? wayOf(lastSaid) : current)?.discounts ?? [])
    .map(({ label, amount, of_goods }) => ({ label, amount: hasOneCost ? amount : of_goods }))
    .filter(({ amount }) => amount > 0)
  return { discounts, isAsking, untilFreeDelivery: (isKnown && current?.until_free_delivery) || null }
}

const wayOf = (said: CartCosts | undefined) => said?.ways.find(({ delivery_way }) => delivery_way === 'delivery')

/** For the server, such as `city=Bogor`; empty where the cost is one, or nothing was chosen. */
function lastDestination({ hasZones, isOneCost }: Delivery): string {
  if (isOneCost) return ''
  const chosen = hasZones ? { place: readPlace()?.code ?? '' } : { city: readCity() }
  return Object.values(chosen).includes('') ? '' : `${new URLSearchParams(chosen)}`
}

export const sumOfDiscounts = (discounts: readonly { amount: number }[]): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0)
