/** The product list's query, in the URL of its page and in the API, and one product. */
import { Product, ProductList, ProductQuery } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import { href } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api'

/** A multiple of two and of three, so that the last row of the grid is full. */
const productsPerPage = 12

/** The query in the URL of the product list; an invalid parameter gets its default. */
export function readProductQuery(url: string): ProductQuery {
  const params = Object.fromEntries(new URL(url).searchParams)
  return z.parse(ProductQuery, { ...params, limit: String(productsPerPage) })
}

/** The URL of the list with some of `query` changed; defaults are left out. */
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
  return params.size > 0 ? `${href('/products')}?${params}` : href('/products')
}

export function loadProducts(query: Partial<ProductQuery>, signal: AbortSignal): Promise<ProductList> {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) params.set(name, String(value))
  }
  return api.get(`/api/products?${params}`, ProductList, { signal })
}

export async function loadProduct(id: string, signal: AbortSignal): Promise<Product> {
  const { data } = await api.get(`/api/products/${encodeURIComponent(id)}`, success(Product), { signal })
  return data
}
