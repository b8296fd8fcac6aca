import type { CartItem } from '@camilan/contract/cart'
import type { CartCosts, ServiceOffer } from '@camilan/contract/checkout'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useShopInfo } from '~/platform/pages/shop-info'

/** Where the order goes. */
export interface Destination {
  /** For the server, such as `city=Bogor`. */
  query: string
  /** Whole rupiah; undefined where the server says it. */
  cost?: number | undefined
  /** Only of a place: the name of the chosen service; empty: the first. */
  service?: string
}

/** Whole rupiah. */
export interface Costs {
  items: number
  /** 0 until a destination is chosen. Null until the server has said it, and then there is no total either. */
  shipping: number | null
  service: number
  total: number | null
  /** Of the destination; empty until the server has said them. */
  offers: readonly ServiceOffer[]
  chosen?: ServiceOffer | undefined
  /** An order has to name a part of the place. */
  needsSmallerPlace: boolean
  /** Grams of the goods, where the fee is that of a city for each kilogram begun. */
  weight?: number | undefined
  /** Why the server has not said it, and the way to ask again. */
  problem?: { sentence: string; isElsewhere: boolean; askAgain: () => void } | undefined
}

/** @param to  undefined until a destination is chosen, and for an order that is fetched */
export function useCosts(lines: readonly CartItem[], to: Destination | undefined): Costs {
  const { serviceFee } = useShopInfo()
  const { said, problem } = useAnswer(lines, to?.cost === undefined ? to?.query : undefined)
  // As in the cart, what is sold out is not counted.
  const items = lines.reduce((sum, { price, product }) => sum + (product.stock === 0 ? 0 : price), 0)
  const offers = said?.services ?? []
  const chosen = offers.find(({ name }) => name === to?.service) ?? offers[0]
  const needsSmallerPlace = said?.needs_smaller_place ?? false
  const shipping = to ? (to.cost ?? (needsSmallerPlace ? 0 : (chosen?.cost ?? null))) : 0
  return {
    items,
    shipping,
    service: serviceFee,
    total: shipping === null ? null : items + shipping + serviceFee,
    offers,
    chosen,
    needsSmallerPlace,
    weight: to?.service === undefined ? said?.weight_grams : undefined,
    problem,
  }
}

interface Answer {
  /** The question. The answer to another one does not count. */
  to: string
  said?: CartCosts
  sentence?: string
  isElsewhere?: boolean
}

/** Asks the server when the destination or the cart changes. */
function useAnswer(lines: readonly CartItem[], query: string | undefined) {
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  const question = JSON.stringify([attempt, query, lines.map(({ product, quantity }) => [product.id, quantity])])
  useEffect(() => {
    if (!query) return
    const asking = new AbortController()
    const { signal } = asking
    api.get(`/api/carts/costs?${query}`, uncheckedData<CartCosts>(), { signal }).then(
      ({ data }) => setAnswer({ to: question, said: data }),
      (error: unknown) => {
        if (signal.aborted) return
        const isElsewhere = error instanceof ApiError && error.code === 'CITY_UNAVAILABLE' && query.startsWith('place=')
        setAnswer({ to: question, isElsewhere, sentence: sentenceOf(error, 'Ongkos kirim belum bisa dihitung.') })
      },
    )
    return () => asking.abort()
  }, [query, question])
  const current = query && answer?.to === question ? answer : undefined
  const askAgain = () => setAttempt((made) => made + 1)
  const problem = current?.sentence
    ? { sentence: current.sentence, isElsewhere: current.isElsewhere ?? false, askAgain }
    : undefined
  return { said: current?.said, problem }
}
