import { type NewProduct, Product, type ProductChange } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

export async function addProduct(product: NewProduct, image: File | null): Promise<void> {
  await api.post('/api/admin/products', formOf(product, image), success(Product))
}

/**
 * Send what differs from `product`, so that a sale in between keeps its effect on the stock.
 * @returns false where nothing differed and nothing was sent
 */
export async function changeProduct(product: Product, change: ProductChange, image: File | null): Promise<boolean> {
  const differing = Object.entries(change).filter(([name, value]) => product[name as keyof ProductChange] !== value)
  if (differing.length === 0 && image === null) return false
  const form = formOf(Object.fromEntries(differing), image)
  await api.put(`/api/admin/products/${encodeURIComponent(product.id)}`, form, success(Product))
  return true
}

function formOf(texts: Record<string, string | number | undefined>, image: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined) form.set(name, String(value))
  }
  if (image) form.set('image', image)
  return form
}
