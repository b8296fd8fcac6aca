/** The product list's query, in the URL of its page and in the API, and one product. */
import type { HomeProducts, Product, ProductList, ProductQuery, ProductSuggestions } from '@camilan/contract/catalog'
import { productSortKeys } from '@camilan/contract/catalog-values'
import { searchTextOf } from '@camilan/contract/texts'
import { href } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'

/** A multiple of two and of three, so that the last row of the grid is full. */
const productsPerPage = 12

/** The query in the URL of the product list. An invalid parameter gets its default, as in the API. */
export function readProductQuery(url: string): ProductQuery {
  const { searchParams: params } = new URL(url)
  const oneOf = <T extends string>(values: readonly T[], name: string) => values.find((v) => v === params.get(name))
  const page = /^\s*[+-]?\d+\s*$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  return {
    query: searchTextOf(params.get('query') ?? ''),
    category: params.get('category') || null,
    sortBy: oneOf(productSortKeys, 'sortBy') ?? 'place',
    sortOrder: oneOf(['asc', 'desc'], 'sortOrder') ?? 'asc',
    view: 'shop',
    page: Math.min(Math.max(page, 1), 1_000_000_000),
    limit: productsPerPage,
  }
}

/** The URL of the list with a changed part of `query`, without defaults. */
export function productsPath(query: ProductQuery, changes: Partial<ProductQuery>): string {
  const { query: words, category, sortBy, sortOrder, page } = { ...query, ...changes }
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (words) params.set('query', words)
  if (sortBy !== 'place' || sortOrder !== 'asc') {
    params.set('sortBy', sortBy)
    params.set('sortOrder', sortOrder)
  }
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${href('/products')}?${params}` : href('/products')
}

export function loadProducts(query: Partial<ProductQuery>, signal: AbortSignal): Promise<ProductList> {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ view: 'shop', sortBy: 'place', ...query })) {
    if (value !== null) params.set(name, String(value))
  }
  return api.get(`/api/products?${params}`, unchecked<ProductList>(), { signal })
}

export async function loadHome(signal: AbortSignal): Promise<HomeProducts> {
  const { data } = await api.get('/api/products/home', unchecked<{ data: HomeProducts }>(), { signal })
  return data
}

/** Other words for a search that finds nothing. The page works without them, so their failure is ignored. */
export async function loadSuggestions(query: string, signal: AbortSignal): Promise<ProductSuggestions> {
  const params = new URLSearchParams({ query })
  try {
    const path = `/api/products/suggestions?${params}`
    return (await api.get(path, unchecked<{ data: ProductSuggestions }>(), { signal })).data
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError) return { queries: [], products: [] }
    throw error
  }
}

export async function loadProduct(id: string, signal: AbortSignal): Promise<Product> {
  const { data } = await api.get(`/api/products/${encodeURIComponent(id)}`, unchecked<{ data: Product }>(), { signal })
  return data
}

/** Empty if they can't be loaded, because the page works without them. */
export async function loadSimilar({ id }: Product, signal: AbortSignal): Promise<Product[]> {
  const path = `/api/products/${encodeURIComponent(id)}/similar`
  return api.get(path, unchecked<{ data: Product[] }>(), { signal }).then(
    ({ data }) => data,
    () => [],
  )
}
