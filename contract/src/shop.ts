import type { Product, ProductList, ProductQuery } from './catalog.ts'

/** What every page may know of the shop it belongs to. */
export interface ShopInfo {
  name: string
  /** The origin of the shop's own pages, without a trailing slash. */
  publicUrl: string
  /** Whole rupiah, for any of the cities. */
  shippingCost: number
  /** Whole rupiah. */
  serviceFee: number
  /** The gateway's client key and the origin of its snap.js. */
  clientKey: string
  snapOrigin: string
  /** True while the local payment sandbox stands in for the gateway. */
  sandbox: boolean
}

/** What the pages' loaders ask of the shop on the server. They throw the shop's refusals, `NOT_FOUND` for one. */
export interface Shop {
  info(): ShopInfo
  products(query: Partial<ProductQuery>): Promise<ProductList>
  productById(id: string): Promise<Product>
}
