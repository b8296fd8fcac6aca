import { type HomeProducts, type Product, type ProductList, ProductQuery } from '@camilan/contract/catalog'
import { freeOfIn } from '@camilan/contract/free-of'
import { partsIn } from '@camilan/contract/product-parts'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Shop } from '@camilan/contract/shop'
import { UuidPath } from '@camilan/contract/wire'
import { momentaryTag, type Tags } from '../../platform/answers/answer-store.ts'
import type { Db } from '../../platform/db/db.ts'
import { paged } from '../../platform/http/paged.ts'
import { listTag, productTag, soldMostTag } from '../catalog-change.ts'
import { ProductNotFound } from '../errors.ts'
import type { KeptTotals } from '../kept-totals.ts'
import { nextPriceMoment } from '../price-at.ts'
import { findProductOnSale } from '../queries.ts'
import type { ProductPresenter } from './present.ts'
import { type FoundRow, searchProducts } from './search-products.ts'
import { findBestSellers, findBoughtTogether, findSimilar, onePerGroup, productsInStock } from './similar-queries.ts'
import { suggestQueries } from './suggest-queries.ts'

export interface ProductReader extends Pick<Shop, 'similarTo' | 'suggestions'> {
  /** @param tags  gets those of its sizes and of the parts of hampers */
  productById(id: string, tags?: Set<string>): Promise<Product>
  /** @param tags  gets those of each product, of each size that can take its place, and of the parts of hampers */
  products(query: Partial<ProductQuery>, tags?: Set<string>): Promise<ProductList>
  home(tags?: Set<string>): Promise<HomeProducts>
  /** The next moment at which a product begins or ends to cost something else. */
  nextPriceMoment(): Promise<Date | null>
  /** Whether the lists of the shop's own pages change with every sale. */
  isByStock(): boolean
}

interface ReaderOptions {
  clock?: () => Date
  totals?: KeptTotals
  /** The ids of the best sellers, the best first. */
  soldMost?: () => Promise<readonly string[]>
  /** They decide what buyers' screens show. */
  settings?: () => Pick<ShopSettings, 'group_sizes' | 'own_order' | 'sold_out_last'>
}

/** Instead of one that is sold out. */
const similarProducts = 3
/** Beside one that is in stock. */
const fittingProducts = 4

const homeProducts = 4
const defaults = ProductQuery.parse({})
const suggestedProducts = 4
/** Of the first other search, if there is one. */
const foundProducts = 12

/** The catalogue for visitors, in the API and on the pages that the server renders. */
export function productReader(
  db: Db,
  present: ProductPresenter,
  {
    clock = () => new Date(),
    totals,
    soldMost = async () => [],
    settings = () => ({ group_sizes: false, own_order: false, sold_out_last: false }),
  }: ReaderOptions = {},
): ProductReader {
  return {
    isByStock: () => settings().sold_out_last,
    nextPriceMoment: () => nextPriceMoment(db, clock()),

    async products({ view, ...query }, tags) {
      const search = { ...defaults, ...query }
      const { group_sizes, own_order, sold_out_last } = settings()
      if (search.sortBy === 'place' && !own_order) search.sortBy = 'name'
      const shown = view === 'shop' && { grouped: group_sizes, soldOutLast: sold_out_last }
      const { rows, total } = await searchProducts(db, { ...search, stock: null, ...shown, now: clock() }, totals)
      addTags(rows, tags)
      return {
        data: rows.map(present.listed),
        pagination: paged(search, total, 'total_products'),
      }
    },

    async home(tags) {
      const { data: products } = await this.products({ view: 'shop', sortBy: 'place', limit: homeProducts }, tags)
      const shown = products.map(({ id }) => id)
      const rows = await findBestSellers(db, { shown, grouped: settings().group_sizes }, clock())
      addTags(rows, tags)
      return { products, best_sellers: rows.map(present.listed) }
    },

    /** @throws {ProductNotFound} unknown, archived, hidden, or a malformed id */
    async productById(id, tags) {
      const row = UuidPath.safeParse({ id }).success ? await findProductOnSale(db, id, clock()) : undefined
      if (!row) throw new ProductNotFound()
      addTags([row], tags)
      return present.productOnPage(row)
    },

    async similarTo(product) {
      const now = clock()
      const [count, together] =
        product.stock > 0 ? [fittingProducts, await findBoughtTogether(db, product, now)] : [similarProducts, []]
      const grouped = settings().group_sizes
      const rows = [...together, ...(await findSimilar(db, product, { limit: count, grouped }, now))]
      return onePerGroup(rows, grouped).slice(0, count).map(present.product)
    },

    async suggestions(query) {
      // Other words would find what a search without an allergen has left out.
      const isOpen = query !== null && freeOfIn(query).allergens.length === 0
      const queries = isOpen ? await suggestQueries(db, query) : []
      const [first] = queries
      if (first) {
        const { data } = await this.products({ query: first, limit: foundProducts, view: 'shop' })
        return { queries, products: data }
      }
      const shown = { limit: suggestedProducts, grouped: settings().group_sizes }
      const rows = await productsInStock(db, await soldMost(), shown, clock())
      return { queries, products: rows.map(present.product) }
    },
  }
}

function addTags(rows: readonly FoundRow[], tags: Set<string> | undefined): void {
  for (const { id, parts } of rows.flatMap((row) => [row, ...(row.sizes ?? [])])) {
    tags?.add(productTag(id))
    for (const part of partsIn(parts)) tags?.add(productTag(part.product_id))
  }
}

/** The stock of a hamper changes with that of its parts. */
function addTagsOf(products: readonly Product[], tags: Set<string>): void {
  for (const { id, parts } of products) {
    tags.add(productTag(id))
    for (const part of parts ?? []) tags.add(productTag(part.product_id))
  }
}

/** The same, and adds the tags of these products to `tags`. */
export function taggedReader(reader: ProductReader, tags: Tags): ProductReader {
  /** Before the prices are read: the answer ends with the first of them. */
  const endWithPrices = async () => {
    const next = await reader.nextPriceMoment()
    if (next && !(tags.endsAt && tags.endsAt < next)) tags.endsAt = next
  }
  const addListTags = (isByStock: boolean) => {
    tags.add(listTag)
    if (isByStock) tags.add(momentaryTag) // another product can be the last of a page
  }
  return {
    isByStock: reader.isByStock,
    nextPriceMoment: reader.nextPriceMoment,
    async products(query) {
      addListTags(query.view === 'shop' && reader.isByStock())
      await endWithPrices()
      return reader.products(query, tags)
    },
    async home() {
      addListTags(reader.isByStock()) // a best seller that is in stock again may enter it a little later
      await endWithPrices()
      return reader.home(tags)
    },
    async productById(id) {
      tags.add(productTag(id))
      await endWithPrices()
      const product = await reader.productById(id, tags)
      if (product.group_id) tags.add(listTag) // another size can be shown again
      return product
    },
    async similarTo(product) {
      tags.add(listTag).add(momentaryTag) // a product that is in stock again can enter the list
      await endWithPrices()
      const found = await reader.similarTo(product)
      addTagsOf(found, tags)
      return found
    },
    async suggestions(query) {
      tags.add(listTag).add(soldMostTag).add(momentaryTag)
      await endWithPrices()
      const suggested = await reader.suggestions(query)
      addTagsOf(suggested.products, tags)
      return suggested
    },
  }
}
