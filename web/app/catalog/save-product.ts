import { AdminProduct, type NewProduct, type ProductChange } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'

/** @param idempotencyKey  sending it again with the same key creates no second product */
export async function addProduct(product: NewProduct, image: File | null, idempotencyKey: string): Promise<void> {
  await api.post('/api/admin/products', formOf(product, image), success(AdminProduct), { idempotencyKey })
}

/**
 * Sends only what differs from `product`, so that a sale in between is not undone. A changed stock is refused with
 * STOCK_CHANGED unless the current stock is that of `product`.
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
 * Sends one number. `expected_stock` is the number that the administrator saw: after a sale in between the change is
 * refused with STOCK_CHANGED.
 */
export async function changePriceOrStock(
  id: string,
  change: { price: number } | { stock: number; expected_stock: number },
): Promise<void> {
  await put(id, formOf(change, null))
}

/** The current stock, where a change was refused because it is not the expected one. */
export function changedStock(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STOCK_CHANGED') return undefined
  const details = z.safeParse(z.object({ stock: z.int() }), error.data)
  return details.success ? details.data.stock : undefined
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
