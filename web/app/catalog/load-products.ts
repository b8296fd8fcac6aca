import { Product, ProductList, type ProductQuery } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

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
