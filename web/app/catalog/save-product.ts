import { AdminProduct, type NewProduct, type ProductChange } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'

/** @param idempotencyKey  a second call with the same key creates no second product */
export async function addProduct(product: NewProduct, image: File | null, idempotencyKey: string): Promise<void> {
  await api.post('/api/admin/products', formOf(product, image), success(AdminProduct), { idempotencyKey })
}

type Values = Partial<Record<string, string | number | boolean | undefined>>

/** The numbers of a product that the administrator saw when they began to change it. */
export type SeenNumbers = Pick<AdminProduct, 'stock' | 'price'>

/**
 * Sends only the values that differ from `product`, so that a sale in between is not undone. A new stock or price is
 * refused with STOCK_CHANGED or PRICE_CHANGED unless the present one is that of `product`. A change of the stock is always
 * made.
 * @param keyFor  the idempotency key of a body, so that a repeated change of the stock is made once
 * @returns false if nothing differed and nothing was sent
 */
export async function changeProduct(
  product: AdminProduct,
  change: ProductChange,
  image: File | null,
  keyFor: (body: unknown) => string,
): Promise<boolean> {
  const differing = Object.entries(change).filter(([name, value]) => product[name as keyof AdminProduct] !== value)
  const texts: Values = Object.fromEntries(differing)
  if (texts.stock_change === 0) delete texts.stock_change
  if (Object.keys(texts).length === 0 && image === null) return false
  if (texts.stock !== undefined) texts.expected_stock = product.stock
  if (texts.price !== undefined) texts.expected_price = product.price
  const options = texts.stock_change === undefined ? {} : { idempotencyKey: keyFor([texts, image?.name, image?.size]) }
  await api.put(
    `/api/admin/products/${encodeURIComponent(product.id)}`,
    formOf(texts, image),
    success(AdminProduct),
    options,
  )
  return true
}

/** Show or hide a product in the shop. */
export const showInShop = (id: string, is_visible: boolean) =>
  api.put(`/api/admin/products/${encodeURIComponent(id)}`, formOf({ is_visible }, null), success(AdminProduct))

const OtherNumbers = z.object({ stock: z.optional(z.int()), price: z.optional(z.int()) })

/** The present numbers, if a change was refused because they are not the expected ones. */
export function changedNumbers(error: unknown): Partial<SeenNumbers> {
  if (!(error instanceof ApiError) || !['STOCK_CHANGED', 'PRICE_CHANGED'].includes(error.code)) return {}
  const { stock, price } = z.safeParse(OtherNumbers, error.data).data ?? {}
  return { ...(stock !== undefined && { stock }), ...(price !== undefined && { price }) }
}

function formOf(texts: Values, image: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined) form.set(name, String(value))
  }
  if (image) form.set('image', image)
  return form
}
