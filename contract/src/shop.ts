import type { Product, ProductList, ProductQuery, ProductSuggestions } from './catalog.ts'

/** The facts of the shop that every page may use. */
export interface ShopInfo {
  name: string
  /** The origin of the shop's own pages, without a trailing slash. */
  publicUrl: string
  /** Whole rupiah, the same for all cities. */
  shippingCost: number
  /** Whole rupiah. */
  serviceFee: number
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
