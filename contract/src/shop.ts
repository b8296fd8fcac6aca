import type { Product, ProductList, ProductQuery, ProductSuggestions } from './catalog.ts'
import type { City } from './cities.ts'
import type { ContactLink } from './contact-links.ts'

/** A city and how the shop delivers to it now. */
export interface DeliveryCity {
  name: City
  /** Whole rupiah. */
  cost: number
  /** Such as `2-3 hari`. */
  days: string
}

/** What the pages say of delivery to all cities. */
export interface Delivery {
  /** Of the cities that the shop delivers to now: `Jakarta, Bogor, dan Depok`. */
  names: string
  isEverywhere: boolean
  /** The least, in whole rupiah; `isOneCost`: it is the same for all cities. */
  cost: number
  isOneCost: boolean
  /** Such as `2-3 hari`; null where it depends on the city. */
  days: string | null
}

/** The facts of the shop that every page may use. */
export interface ShopInfo {
  name: string
  /** The origin of the shop's own pages, without a trailing slash. */
  publicUrl: string
  /** Null: the sentences of the spec. */
  tagline: string | null
  /** Since when the shop sells; null where the pages say nothing of it. */
  sinceYear: number | null
  copyrightYear: number
  /** The page about the shop tells the story of the spec: the seller has written none, and did not open an empty shop. */
  hasSampleStory: boolean
  /** Absolute URL of a picture; null: the drawn logo. */
  logo: string | null
  address: string | null
  contacts: ContactLink[]
  /** Whole rupiah, of cities without a cost of their own. */
  shippingCost: number
  /** Whole rupiah. */
  serviceFee: number
  /** Whole rupiah, with the fees; null: the gateway's own minimum, which nearly every order reaches. */
  minimumOrder: number | null
  delivery: Delivery
  /** Those that the shop delivers to now. */
  cities: DeliveryCity[]
  /** The gateway's client key and the origin of its snap.js. Null while the shop can't be paid: it takes no orders. */
  clientKey: string | null
  snapOrigin: string | null
  /** True when the local payment sandbox replaces the gateway. */
  sandbox: boolean
}

/** What the loaders of the pages may read on the server. They throw the shop's refusals, for example `NOT_FOUND`. */
export interface Shop {
  info(): ShopInfo
  products(query: Partial<ProductQuery>): Promise<ProductList>
  productById(id: string): Promise<Product>
  /** What can be bought instead of this product, nearest in price first. */
  similarTo(product: Pick<Product, 'id' | 'category' | 'price'>): Promise<Product[]>
  /** @param query  what was searched for; null if there was nothing */
  suggestions(query: string | null): Promise<ProductSuggestions>
}
