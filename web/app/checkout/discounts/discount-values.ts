import { formatDay } from '@camilan/contract/arrival'
import type { AdminVoucher } from '@camilan/contract/discounts'
import { discountKinds } from '@camilan/contract/discounts'
import * as z from 'zod/mini'
import { formatTyped, sentNumber } from '~/platform/forms/typed-number'
import { formatRupiah } from '~/platform/state/formats'
import type { NamedProduct } from '~/products/product-ticks'
import { type AnyDiscount, isVoucher } from './discount-state'

/** The two kinds of promotions, as in the paths of the API. */
export type DiscountList = 'discounts' | 'vouchers'

export const nameOf = (discount: AnyDiscount): string =>
  isVoucher(discount) ? (discount.code ?? `${discount.codes.length} kode acak`) : discount.name

/** What stands in the form; numbers as they are typed. */
export const TypedDiscount = z.object({
  name: z.string(),
  code: z.string(),
  /** Random codes instead of one by name. */
  isRandom: z.boolean(),
  count: z.string(),
  kind: z.enum(discountKinds),
  amount: z.string(),
  least_sum: z.string(),
  most_uses: z.string(),
  most_uses_each: z.string(),
  from: z.string(),
  until: z.string(),
  category: z.string(),
  product_ids: z.array(z.string()),
  combinable: z.boolean(),
})
export type TypedDiscount = z.infer<typeof TypedDiscount>

export const newDiscount: TypedDiscount = {
  name: '',
  code: '',
  isRandom: false,
  count: '',
  kind: 'percent',
  amount: '',
  least_sum: '',
  most_uses: '',
  most_uses_each: '',
  from: '',
  until: '',
  category: '',
  product_ids: [],
  combinable: true,
}

/** One random code for each person is used once, unless the seller says otherwise; a code for all has no such limit. */
export function codesOf({ isRandom: wasRandom, most_uses }: TypedDiscount, isRandom: boolean) {
  if (isRandom === wasRandom) return {}
  const isOurs = most_uses === (wasRandom ? '1' : '')
  return { isRandom, ...(isOurs && { most_uses: isRandom ? '1' : '' }) }
}

/** The chosen products that another category leaves. One that is sold no more stays for the shop to refuse. */
export function productsIn(category: string, chosen: readonly string[], products: readonly NamedProduct[]): string[] {
  const outside = new Set(products.filter((product) => product.category !== category).map(({ id }) => id))
  return chosen.filter((id) => category === '' || !outside.has(id))
}

const textOf = (value: number | null) => (value === null || value === 0 ? '' : formatTyped(value))

export const typedDiscount = (stored: AnyDiscount): TypedDiscount => ({
  ...newDiscount,
  ...(isVoucher(stored) ? { combinable: stored.combinable } : { name: stored.name }),
  kind: stored.kind,
  amount: textOf(stored.amount),
  least_sum: textOf(stored.least_sum),
  most_uses: textOf(stored.most_uses),
  most_uses_each: textOf(stored.most_uses_each),
  from: stored.from ?? '',
  until: stored.until ?? '',
  category: stored.category ?? '',
  product_ids: stored.product_ids,
})

const namedBy = ({ name, code, isRandom, count }: TypedDiscount, list: DiscountList, isNew: boolean) => {
  if (list === 'discounts') return { name }
  if (!isNew) return {}
  return isRandom ? { count: sentNumber(count, null) } : { code }
}

export const bodyOf = (typed: TypedDiscount, list: DiscountList, isNew: boolean) => ({
  ...namedBy(typed, list, isNew),
  ...(list === 'vouchers' && { combinable: typed.combinable }),
  kind: typed.kind,
  amount: sentNumber(typed.amount, null),
  least_sum: sentNumber(typed.least_sum, 0),
  most_uses: sentNumber(typed.most_uses, null),
  most_uses_each: sentNumber(typed.most_uses_each, null),
  from: typed.from || null,
  until: typed.until || null,
  category: typed.category || null,
  product_ids: typed.product_ids,
})

/** Whether a code of a voucher can still be used. */
export const hasUsesLeft = ({ most_uses }: AdminVoucher, { uses }: AdminVoucher['codes'][number]): boolean =>
  most_uses === null || uses < most_uses

/** `Potongan 10%`, as buyers read it too. */
export function worthOf({ kind, amount }: Pick<AnyDiscount, 'kind' | 'amount'>): string {
  if (kind === 'percent') return `Potongan ${amount}%`
  return kind === 'amount' ? `Potongan ${formatRupiah(amount)}` : `Potongan ongkos kirim sampai ${formatRupiah(amount)}`
}

/** `5 sampai 12 Des`; undefined without days. */
export function daysOf({ from, until }: Pick<AnyDiscount, 'from' | 'until'>, now: Date): string | undefined {
  const words = [from && `mulai ${formatDay(from, now)}`, until && `sampai ${formatDay(until, now)}`]
  return words.filter(Boolean).join(' ') || undefined
}

export const leastSumOf = ({ least_sum }: Pick<AnyDiscount, 'least_sum'>): string | undefined =>
  least_sum > 0 ? `belanja minimal ${formatRupiah(least_sum)}` : undefined

/** `untuk Nastar dan 2 produk lain`, `untuk Kue kering`; undefined for all goods. */
export function goodsOf(
  { category, product_ids }: Pick<AnyDiscount, 'category' | 'product_ids'>,
  { products, categoryOf }: { products: readonly NamedProduct[]; categoryOf: (code: string) => string },
): string | undefined {
  const [first, ...others] = product_ids.map(
    (id) => products.find((product) => product.id === id)?.name ?? 'produk lain',
  )
  if (first) return `untuk ${first}${others.length > 0 ? ` dan ${others.length} produk lain` : ''}`
  return category === null ? undefined : `untuk ${categoryOf(category)}`
}
