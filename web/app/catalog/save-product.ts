import { AdminProduct, type NewProduct, type ProductChange } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** @param idempotencyKey  with the same one again no second product is made */
export async function addProduct(product: NewProduct, image: File | null, idempotencyKey: string): Promise<void> {
  await api.post('/api/admin/products', formOf(product, image), success(AdminProduct), { idempotencyKey })
}

/**
 * Send what differs from `product`, so that a sale in between keeps its effect on the stock. Where the stock differs, the
 * shop refuses with STOCK_CHANGED unless there are as many as `product` says.
 * @returns false where nothing differed and nothing was sent
 */
export async function changeProduct(
  product: AdminProduct,
  change: Omit<ProductChange, 'expected_stock'>,
  image: File | null,
): Promise<boolean> {
  const differing = Object.entries(change).filter(([name, value]) => product[name as keyof AdminProduct] !== value)
  if (differing.length === 0 && image === null) return false
  const texts: Partial<Record<string, string | number>> = Object.fromEntries(differing)
  if (texts.stock !== undefined) texts.expected_stock = product.stock
  await put(product.id, formOf(texts, image))
  return true
}

/**
 * Send one figure. `expected_stock` is the number that the seller saw: where a sale came in between, the shop refuses
 * with STOCK_CHANGED, so that it is not undone.
 */
export async function changeFigure(
  id: string,
  change: { price: number } | { stock: number; expected_stock: number },
): Promise<void> {
  await put(id, formOf(change, null))
}

async function put(id: string, form: FormData): Promise<void> {
  await api.put(`/api/admin/products/${encodeURIComponent(id)}`, form, success(AdminProduct))
}

function formOf(texts: Partial<Record<string, string | number | undefined>>, image: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined) form.set(name, String(value))
  }
  if (image) form.set('image', image)
  return form
}
