import { ProductQuery } from '@camilan/contract/catalog'
import { freeOfIn } from '@camilan/contract/free-of'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Shop } from '@camilan/contract/shop'
import { UuidPath } from '@camilan/contract/wire'
import { momentaryTag } from '../platform/answers/stored-answer.ts'
import type { Db } from '../platform/db/db.ts'
import { paged } from '../platform/http/paged.ts'
import { listTag, productTag, soldMostTag } from './catalog-change.ts'
import { ProductNotFound } from './errors.ts'
import type { KeptTotals } from './kept-totals.ts'
import type { ProductPresenter } from './present.ts'
import { findProductOnSale, productsInStock } from './queries.ts'
import { searchProducts } from './search-products.ts'
import { findSimilar, findTogether } from './similar-queries.ts'
import { suggestQueries } from './suggest-queries.ts'

export type ProductReader = Pick<Shop, 'products' | 'productById' | 'similarTo' | 'suggestions'>

interface ReaderOptions {
  totals?: KeptTotals
  /** The ids of the best sellers, the best first. */
  soldMost?: () => Promise<readonly string[]>
  settings?: () => Pick<ShopSettings, 'sold_out_last'>
}

/** Instead of one that is sold out. */
const similarProducts = 3
/** Beside one that is in stock. */
const fittingProducts = 4

const defaults = ProductQuery.parse({})
const suggestedProducts = 4
/** Of the first other search, if there is one. */
const foundProducts = 12

/** The catalogue for visitors, in the API and on the pages that the server renders. */
export function productReader(
  db: Db,
  present: ProductPresenter,
  { totals, soldMost = async () => [], settings }: ReaderOptions = {},
): ProductReader {
  /** The shop's settings decide about the lists of its own pages. */
  const find = ({ view, ...search }: ProductQuery) => {
    const soldOutLast = view === 'shop' && settings?.().sold_out_last === true
    return searchProducts(db, { ...search, stock: null, soldOutLast }, totals)
  }
  return {
    async products(query) {
      const search = { ...defaults, ...query }
      const { rows, total } = await find(search)
      return {
        data: rows.map(present.product),
        pagination: paged(search, total, 'total_products'),
      }
    },

    /** @throws {ProductNotFound} unknown, archived, hidden, or a malformed id */
    async productById(id) {
      const row = UuidPath.safeParse({ id }).success ? await findProductOnSale(db, id) : undefined
      if (!row) throw new ProductNotFound()
      return present.productOnPage(row)
    },

    async similarTo(product) {
      const [count, together] =
        product.stock > 0 ? [fittingProducts, await findTogether(db, product.id)] : [similarProducts, []]
      const similar = await findSimilar(db, product, count)
      const others = similar.filter(({ id }) => together.every((row) => row.id !== id))
      return [...together, ...others].slice(0, count).map(present.product)
    },

    async suggestions(query) {
      // Other words would find what a search without an allergen has left out.
      const isOpen = query !== null && freeOfIn(query).allergens.length === 0
      const queries = isOpen ? await suggestQueries(db, query) : []
      const [first] = queries
      if (first) {
        const { rows } = await find({ ...defaults, view: 'shop', query: first, limit: foundProducts })
        return { queries, products: rows.map(present.product) }
      }
      const rows = await productsInStock(db, await soldMost(), suggestedProducts)
      return { queries, products: rows.map(present.product) }
    },
  }
}

/** The same, and adds the tags of these products to `tags`. */
export function taggedReader(reader: ProductReader, tags: Set<string>): ProductReader {
  return {
    async products(query) {
      tags.add(listTag)
      const list = await reader.products(query)
      for (const { id } of list.data) tags.add(productTag(id))
      return list
    },
    async productById(id) {
      tags.add(productTag(id))
      const product = await reader.productById(id)
      for (const size of product.sizes ?? []) tags.add(productTag(size.id))
      if (product.group_id) tags.add(listTag) // another size can be shown again
      return product
    },
    async similarTo(product) {
      tags.add(listTag).add(momentaryTag) // a product that is in stock again can enter the list
      const found = await reader.similarTo(product)
      for (const { id } of found) tags.add(productTag(id))
      return found
    },
    async suggestions(query) {
      tags.add(listTag).add(soldMostTag).add(momentaryTag)
      const suggested = await reader.suggestions(query)
      for (const { id } of suggested.products) tags.add(productTag(id))
      return suggested
    },
  }
}
