import type { DeliveryCity, ShopInfo } from '@camilan/contract/shop'
import { useRouteLoaderData } from 'react-router'

/** Since when the shop sells; null where nothing is said of it. A year of its own takes the place of the sample shop's. */
export function sinceYearOf({ sinceYear, hasSampleTexts }: Pick<ShopInfo, 'sinceYear' | 'hasSampleTexts'>) {
  return sinceYear ?? (hasSampleTexts ? 2016 : null)
}

/** ` sejak 2016`, or nothing. */
export function sinceWords(shop: Pick<ShopInfo, 'sinceYear' | 'hasSampleTexts'>): string {
  const year = sinceYearOf(shop)
  return year === null ? '' : ` sejak ${year}`
}

/** How long a delivery takes where nothing else was set. */
export const usualDays = '2-3 hari'

export interface Delivery {
  /** Those that the shop delivers to now. */
  cities: readonly DeliveryCity[]
  /** Their names: `Jakarta, Bogor, dan Depok`. */
  names: string
  isEverywhere: boolean
  /** The least, in whole rupiah; `isOneCost`: it is the same for all cities. */
  cost: number
  isOneCost: boolean
  /** Null where it depends on the city. */
  days: string | null
}

const listFormat = new Intl.ListFormat('id', { type: 'conjunction' })

export function deliveryOf({ cities: all, shippingCost }: Pick<ShopInfo, 'cities' | 'shippingCost'>): Delivery {
  const cities = all.filter(({ delivers }) => delivers)
  const costs = new Set(cities.map(({ cost }) => cost))
  const days = new Set(cities.map((city) => city.days ?? usualDays))
  return {
    cities,
    names: listFormat.format(cities.map(({ name }) => name)),
    isEverywhere: cities.length === all.length,
    cost: costs.size > 0 ? Math.min(...costs) : shippingCost,
    isOneCost: costs.size <= 1,
    days: days.size === 1 ? [...days].join() : null,
  }
}

/** The root loader's data about the shop. @throws where that loader has failed */
export function useShopInfo(): ShopInfo {
  const shop = useRouteLoaderData<ShopInfo>('root')
  if (!shop) throw new Error('The root loader has no shop')
  return shop
}
