import { ProductQuery } from '@camilan/contract/catalog'
import * as z from 'zod/mini'

/** Rows of three and of two both come out even. */
const productsPerPage = 12

/** What the address of the product list asks for; nonsense in it means the default. */
export function readProductQuery(url: string): ProductQuery {
  const params = Object.fromEntries(new URL(url).searchParams)
  return z.parse(ProductQuery, { ...params, limit: String(productsPerPage) })
}

/** The address of the list with some of `query` changed; without what is the default anyway. */
export function productsPath(query: ProductQuery, changes: Partial<ProductQuery>): string {
  const { query: words, category, sortBy, sortOrder, page } = { ...query, ...changes }
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (words) params.set('query', words)
  if (sortBy !== 'name' || sortOrder !== 'asc') {
    params.set('sortBy', sortBy)
    params.set('sortOrder', sortOrder)
  }
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/products?${params}` : '/products'
}
