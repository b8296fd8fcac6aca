import type { Product, ProductList, ProductQuery, ProductSuggestions } from './catalog.ts'
import type { City } from './cities.ts'

/** A city and how the shop delivers to it now. */
export interface DeliveryCity {
  name: City
  /** Whole rupiah. */
  cost: number
  /** Such as `2-3 hari`; null: the text of the shop. */
  days: string | null
  delivers: boolean
}

/** The facts of the shop that every page may use. */
export interface ShopInfo {
  name: string
  /** The origin of the shop's own pages, without a trailing slash. */
  publicUrl: string
  /** Null: what the pages say of the sample shop, unless `hasSampleTexts` is false. */
  tagline: string | null
  sinceYear: number | null
  hasSampleTexts: boolean
  /** Absolute URL of a picture; null: the drawn logo. */
  logo: string | null
  address: string | null
  whatsapp: string | null
  /** The name of the account. */
  instagram: string | null
  /** What follows `facebook.com/`. */
  facebook: string | null
  /** Whole rupiah, of cities without a cost of their own. */
  shippingCost: number
  /** Whole rupiah. */
  serviceFee: number
  /** Whole rupiah, with the fees. */
  minimumOrder: number
  cities: DeliveryCity[]
  /** The gateway's client key and the origin of its snap.js. */
  clientKey: string
  snapOrigin: string
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
