import type { CartItem } from '@camilan/contract/cart'
import type { CartCosts } from '@camilan/contract/checkout'
import type { DeliveryWay } from '@camilan/contract/order-values'
import type { DeliveryCity } from '@camilan/contract/shop'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { useShopInfo } from '~/platform/pages/shop-info'

/** Whole rupiah. */
export interface Costs {
  items: number
  /** 0 until a city is chosen. Null until the server has said it, and then there is no total either. */
  shipping: number | null
  service: number
  total: number | null
  /** Grams of the goods; undefined where they do not count. */
  weight?: number | undefined
  /** Why the server has not said it, and the way to ask again. */
  problem?: { sentence: string; askAgain: () => void } | undefined
}

/** @param city  undefined until one is chosen */
export function useCosts(lines: readonly CartItem[], way: DeliveryWay, city: DeliveryCity | undefined): Costs {
  const { serviceFee } = useShopInfo()
  const goesTo = way === 'delivery' ? city : undefined
  const byWeight = useCostsByWeight(lines, goesTo?.per_kg ? goesTo : undefined)
  // As in the cart, what is sold out is not counted.
  const items = lines.reduce((sum, { price, product }) => sum + (product.stock === 0 ? 0 : price), 0)
  const shipping = goesTo?.per_kg ? (byWeight.said?.shipping ?? null) : (goesTo?.cost ?? 0)
  return {
    items,
    shipping,
    service: serviceFee,
    total: shipping === null ? null : items + shipping + serviceFee,
    weight: byWeight.said?.weight,
    problem: byWeight.problem,
  }
}

interface Answer {
  /** The question. The answer to another one does not count. */
  to: string
  said?: { shipping: number; weight: number }
  sentence?: string
}

/** Asks the server when the city or the cart changes. Asks nothing without a city. */
function useCostsByWeight(lines: readonly CartItem[], city: DeliveryCity | undefined) {
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  const name = city?.name
  const question = JSON.stringify([attempt, name, lines.map(({ product, quantity }) => [product.id, quantity])])
  useEffect(() => {
    if (!name) return
    const asking = new AbortController()
    const { signal } = asking
    api.get(`/api/carts/costs?city=${name}`, uncheckedData<CartCosts>(), { signal }).then(
      ({ data: { ways, weight_grams } }) => {
        const way = ways.find(({ delivery_way }) => delivery_way === 'delivery')
        if (way) setAnswer({ to: question, said: { shipping: way.shipping_cost, weight: weight_grams } })
      },
      (error: unknown) => {
        if (signal.aborted) return
        setAnswer({ to: question, sentence: sentenceOf(error, 'Ongkos kirim belum bisa dihitung.') })
      },
    )
    return () => asking.abort()
  }, [name, question])
  const current = name && answer?.to === question ? answer : undefined
  const problem = current?.sentence
    ? { sentence: current.sentence, askAgain: () => setAttempt((made) => made + 1) }
    : undefined
  return { said: current?.said, problem }
}
