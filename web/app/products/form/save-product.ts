import { AdminProduct } from '@camilan/contract/catalog'
import { declarationText } from '@camilan/contract/food-form'
import { stepsText } from '@camilan/contract/price-steps'
import type { NewProduct, ProductChange } from '@camilan/contract/product-form'
import { partsIn, partsText } from '@camilan/contract/product-parts'
import { joinPictures } from '@camilan/contract/product-pictures'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api, type CallOptions } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { formatRupiah } from '~/platform/state/formats'
import { type ToastAction, toast } from '~/platform/state/toasts'
import { emptyingText } from './product-numbers'

/** @param idempotencyKey  a second call with the same key creates no second product */
export function addProduct(product: NewProduct, idempotencyKey: string) {
  return api.post('/api/admin/products', formOf(product), success(AdminProduct), { idempotencyKey })
}

/** Fields that the server compares with what the administrator saw, or adds to what is there: they need no version. */
const guarded = new Set(['stock', 'stock_change', 'expected_stock', 'price', 'expected_price'])

type Values = Partial<Record<string, string | number | boolean | null | undefined>>

/** What the administrator saw of a product when they began to change it. */
export type SeenNumbers = Pick<AdminProduct, 'stock' | 'price' | 'version'>

/**
 * Sends only the values that differ from `product`, so that a sale in between is not undone. A new stock or price is
 * refused with STOCK_CHANGED or PRICE_CHANGED unless the present one is that of `product`. A change of the stock is always
 * made.
 * @param version  of the product that the form was filled from: other texts are refused if it was changed since
 * @param keyFor  the idempotency key of a body, so that a repeated change of the stock is made once
 * @returns null if nothing differed and nothing was sent; else what takes a new price back
 */
export async function changeProduct(
  product: AdminProduct,
  change: ProductChange,
  keyFor: (body: unknown) => string,
  version?: number,
): Promise<{ undo: ToastAction | undefined } | null> {
  const before = {
    ...product,
    allergens: product.allergens && declarationText(product.allergens),
    images: joinPictures(product),
    price_steps: stepsText(product.price_steps),
    parts: product.parts && partsText(product.parts),
  }
  const differing = Object.entries(change).filter(([name, value]) => before[name as keyof typeof before] !== value)
  const texts: Values = Object.fromEntries(differing)
  if (texts.stock_change === 0) delete texts.stock_change
  if (Object.keys(texts).length === 0) return null
  // No hamper any more: the stock that the form shows was never stored.
  if (texts.parts === null) texts.stock = change.stock
  // Named with other ingredients it is marked complete anew, though it is the same.
  if (texts.ingredients !== undefined && change.allergens) texts.allergens = change.allergens
  if (texts.stock !== undefined) texts.expected_stock = product.stock
  if (texts.price !== undefined) texts.expected_price = product.price
  if (version !== undefined && Object.keys(texts).some((name) => !guarded.has(name))) texts.version = version
  const options = texts.stock_change === undefined ? {} : { idempotencyKey: keyFor(texts) }
  await put(product.id, texts, options)
  return { undo: takingPriceBack(product, change.price) }
}

function takingPriceBack({ id, name, price }: AdminProduct, changed: number | undefined): ToastAction | undefined {
  if (changed === undefined || changed === price) return undefined
  return {
    label: `Kembalikan harga ${formatRupiah(price)}`,
    do: async () => {
      await put(id, { price, expected_price: changed })
      toast(`Harga ${name} kembali ${formatRupiah(price)}`)
    },
    failed: 'Gagal mengembalikan harga. Silakan coba lagi.',
  }
}

/** @param idempotencyKey  a second call with the same key creates no second copy */
export const duplicateProduct = (id: string, idempotencyKey: string) =>
  api.post(`/api/admin/products/${encodeURIComponent(id)}/duplicate`, {}, success(AdminProduct), { idempotencyKey })

/** Show or hide a product in the shop. */
export const showInShop = (id: string, is_visible: boolean) => put(id, { is_visible })

function put(id: string, values: Values, options?: CallOptions) {
  return api.put(`/api/admin/products/${encodeURIComponent(id)}`, formOf(values), success(AdminProduct), options)
}

const OtherNumbers = z.object({ stock: z.optional(z.int()), price: z.optional(z.int()), version: z.optional(z.int()) })

/** The present numbers and version, if a change was refused because they are not the expected ones. */
export function changedNumbers(error: unknown): Partial<SeenNumbers> {
  const isChange =
    error instanceof ApiError && ['STOCK_CHANGED', 'PRICE_CHANGED', 'PRODUCT_CHANGED'].includes(error.code)
  const present = isChange ? z.safeParse(OtherNumbers, error.data).data : undefined
  // A number that did not change is missing.
  return Object.fromEntries(Object.entries(present ?? {}).filter(([, value]) => value !== undefined))
}

function formOf(texts: Values): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) {
    if (name === 'parts' && value !== undefined) form.set(name, JSON.stringify(partsIn(value as string | null)))
    else if (value !== undefined) form.set(name, String(value ?? emptyingText(name)))
  }
  return form
}
