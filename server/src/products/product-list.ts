import { ProductQuery, productSortKeys } from '@camilan/contract/catalog'
import { lenient } from '@camilan/contract/wire'
import * as z from 'zod/mini'

/** The buyers' page begins in the seller's own order. */
const PageQuery = z.extend(ProductQuery, { sortBy: lenient(z.enum(productSortKeys), 'place') })

const defaults = { list: ProductQuery.parse({}), page: PageQuery.parse({}) }
/** There are few pages up to this number, and visitors can invent any number beyond it. */
const lastUsualPage = 20

const { limit: _limit, view: _view, ...pageShape } = PageQuery.shape
const ReadPageQuery = z.object(pageShape)

/** The settings decide the rest of what the page shows. */
export const productPageParameters: readonly string[] = Object.keys(pageShape)

/** The query of the page of products in one form, without defaults. */
export function readProductPage(given: URLSearchParams) {
  return readProductList(ReadPageQuery.parse(Object.fromEntries(given)), defaults.page)
}

/** The query of a product list in one form, without defaults. */
export function readProductList(query: Partial<ProductQuery>, plain = defaults.list) {
  const changed = Object.entries(query).filter(([name, value]) => value !== plain[name as keyof ProductQuery])
  return {
    parameters: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
    /** Whether visitors can invent any number of such queries. */
    isSearch: (query.query ?? null) !== plain.query || (query.page ?? 1) > lastUsualPage,
  }
}
