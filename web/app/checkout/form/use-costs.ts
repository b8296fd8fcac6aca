import type { CartItem } from '@camilan/contract/cart'
import type { CartCosts, ServiceOffer } from '@camilan/contract/checkout'
import type { DeliveryWay } from '@camilan/contract/order-values'
import { useState } from 'react'
import { leftOf } from '~/orders/cart/cart-lines'
import { useCartCosts } from '~/orders/cart/use-cart-costs'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useShopInfo } from '~/platform/pages/shop-info'

/** Where the order goes, or that it is fetched. */
export interface Destination {
  way: DeliveryWay
  /** For the server, such as `city=Bogor`; empty for an order that is fetched. */
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
  discounts: CartCosts['ways'][number]['discounts']
  /** Both fees after their discounts, as an order repeats them. */
  fees: number | null
  total: number | null
  /** Before the discounts. */
  fullTotal: number | null
  /** Of the destination; empty until the server has said them. */
  offers: readonly ServiceOffer[]
  chosen?: ServiceOffer | undefined
  /** An order has to name a part of the place. */
  needsSmallerPlace: boolean
  /** Grams of the goods, where the fee is that of a city for each kilogram begun. */
  weight?: number | undefined
  /** How much more the goods must cost for free delivery; null: they need not, or it can't be. */
  untilFreeDelivery: number | null
  /** A voucher runs, as the server has said once. */
  hasVouchers: boolean
  /** What became of the code; undefined until the server has said it. */
  voucher?: CartCosts['ways'][number]['voucher'] | undefined
  isAsking: boolean
  /** The days on which it can be there; undefined until the server has said them, and where none can be wished. */
  wantedDays?: readonly string[] | undefined
  askAgain: () => void
  /** Why the server has not said what can't be known without it. */
  problem?: { sentence: string; isElsewhere: boolean } | undefined
}

interface Asked {
  code: string
  part: string | null
  hasDiscounts: boolean
}

/**
 * What is known at once, and the total only where the server can't say another one: without discounts and code, for the whole cart.
 * @param chosenTo  undefined until a destination is chosen
 * @param code  of a voucher; empty for none
 * @param part  of the cart, as in an order; null: all of it
 * @param hasDiscounts  an automatic one runs
 */
export function useCosts(lines: readonly CartItem[], chosenTo: Destination | undefined, asked: Asked): Costs {
  const { code, part, hasDiscounts } = asked
  const { serviceFee } = useShopInfo()
  const to = chosenTo && { ...chosenTo, query: withMore(chosenTo.query, asked) }
  const { said, ...first } = useCartCosts(lines, to?.query)
  const [hasVouchers, setHasVouchers] = useState(false)
  if (said?.has_vouchers && !hasVouchers) setHasVouchers(true)
  // As in the cart, what is sold out is not counted.
  const sum = lines.reduce((sum, line) => sum + (leftOf(line) === 0 ? 0 : line.price), 0)
  // Of a part the server alone knows each price of this buyer.
  const items = part === null ? sum : (said?.items_total ?? sum)
  const offers = said?.services ?? []
  const chosen = offers.find(({ name }) => name === to?.service) ?? offers[0]
  const { way, askAgain, error = first.error } = useWay(lines, to, { said, chosen })
  const needsSmallerPlace = said?.needs_smaller_place ?? false
  const shipping = to ? (to.cost ?? (needsSmallerPlace ? 0 : (chosen?.cost ?? null))) : 0
  const fullTotal = shipping === null ? null : items + shipping + serviceFee
  const needsServer = to !== undefined && (hasDiscounts || code !== '' || part !== null)
  const lacksAnswer = to !== undefined && !way && !needsSmallerPlace
  const isDiscounted = way && way.discounts.length > 0 && said?.items_total === items
  return {
    items,
    shipping,
    service: serviceFee,
    discounts: isDiscounted ? way.discounts : [],
    fees: isDiscounted ? way.other_costs : shipping === null ? null : shipping + serviceFee,
    total: needsServer && lacksAnswer ? null : isDiscounted ? way.total_price : fullTotal,
    fullTotal,
    offers,
    chosen,
    needsSmallerPlace,
    weight: to?.cost === undefined && to?.service === undefined ? said?.weight_grams : undefined,
    untilFreeDelivery: (said?.items_total === items && way?.until_free_delivery) || null,
    hasVouchers,
    voucher: way?.voucher,
    isAsking: lacksAnswer && error === undefined,
    wantedDays: way?.wanted_days,
    askAgain() {
      first.askAgain()
      askAgain()
    },
    problem: to && (to.cost === undefined || needsServer) && error !== undefined ? problemOf(error, to) : undefined,
  }
}

/** What the server says of the way, by the chosen service. */
function useWay(
  lines: readonly CartItem[],
  to: Destination | undefined,
  { said, chosen }: { said: CartCosts | undefined; chosen: ServiceOffer | undefined },
) {
  // What it says without a service is by the first.
  const isOther = to?.service !== undefined && chosen !== undefined && chosen !== said?.services[0]
  const service = new URLSearchParams(isOther ? { delivery_service: chosen.name } : {})
  const other = useCartCosts(lines, isOther ? `${to.query}&${service}` : undefined)
  const ways = (isOther ? other.said : said)?.ways
  return {
    way: ways?.find(({ delivery_way }) => delivery_way === to?.way),
    error: other.error,
    askAgain: other.askAgain,
  }
}

function withMore(query: string, { code, part }: Pick<Asked, 'code' | 'part'>): string {
  const more = new URLSearchParams({
    ...(code !== '' && { voucher_code: code }),
    ...(part !== null && { cart_part: part }),
  })
  return [query, `${more}`].filter(Boolean).join('&')
}

const problemOf = (error: unknown, { query }: Destination) => ({
  sentence: sentenceOf(error, 'Biaya pesanan belum bisa dihitung.'),
  isElsewhere: error instanceof ApiError && error.code === 'CITY_UNAVAILABLE' && query.startsWith('place='),
})
