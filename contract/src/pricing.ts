/**
 * What a cart costs: one function for cart, costs, form, order and chat order. Money is whole rupiah. Without zod.
 *
 * The order of the parts is fixed, so that it never matters in which order goods and discounts were put in: the sale price, the
 * lower of quantity price and customer's price, automatic discounts on goods, the voucher, what the seller agreed, and then the
 * discounts of fees. Each discount is rounded once; its shares add up to it.
 */
import { minimumTotal } from './settings-values.ts'

/** From this quantity on a piece costs this much. */
export interface PriceStep {
  quantity: number
  price: number
}

export interface GoodsLine {
  /** Names the line, and breaks ties between shares. */
  key: string
  quantity: number
  /** Of a piece, as everybody sees it now. */
  price: number
  steps?: readonly PriceStep[] | undefined
  /** The quantities of a group's lines count together for the steps. Missing: the line's own. */
  group?: string | undefined
  /** Of a piece, for this customer. */
  customer_price?: number | undefined
}

export const discountSources = ['automatic', 'voucher', 'agreed'] as const
export type DiscountSource = (typeof discountSources)[number]

interface DiscountRule {
  /** Names the discount, and breaks ties between equal ones. */
  key: string
  label: string
  source: DiscountSource
  /** The goods of its lines must cost at least this, before discounts. */
  least_sum?: number | undefined
  /** The lines that it is for. Missing: all. */
  lines?: readonly string[] | undefined
  /** Of a voucher. False: it replaces the automatic discounts, if it is worth more. */
  combinable?: boolean | undefined
}

/** `delivery`: at most `amount` of the delivery fee. `agreed`: of the goods, what exceeds them of the fees. */
export type Discount = DiscountRule &
  ({ kind: 'percent'; percent: number } | { kind: 'amount' | 'delivery' | 'agreed'; amount: number })

export interface Cart {
  lines: readonly GoodsLine[]
  delivery: number
  service: number
  discounts: readonly Discount[]
}

/** No discount of the source brings the total below it: the discount shrinks. */
export const leastTotals: Readonly<Record<DiscountSource, number>> = {
  automatic: minimumTotal,
  voucher: minimumTotal,
  agreed: 1,
}

export interface PricedLine {
  key: string
  quantity: number
  unit_price: number
  /** Its share of all discounts on goods. */
  discount: number
}

export interface GivenDiscount {
  key: string
  label: string
  source: DiscountSource
  /** What it is worth without the least total. */
  wanted: number
  goods: number
  delivery: number
  service: number
}

export interface PricedCart {
  /** In the order of the cart's. */
  lines: PricedLine[]
  /** Before discounts, as the fees. */
  goods: number
  delivery: number
  service: number
  /** As they were given, one after the other. Those that come to nothing are missing. */
  discounts: GivenDiscount[]
  total: number
}

/** No line, fee or total of the result is below zero. */
export function priceCart(cart: Cart): PricedCart {
  const [automatic, vouchers, agreed] = discountSources.map((source) =>
    cart.discounts.filter((discount) => discount.source === source).sort(byKey),
  ) as [Discount[], Discount[], Discount[]]
  const combined = vouchers.filter(({ combinable }) => combinable !== false)
  const choices = [[...bestOf(cart, automatic), ...combined], ...vouchers.map((alone) => [alone])]
  return choices.map((chosen) => give(cart, [...chosen, ...agreed])).reduce((a, b) => (b.total < a.total ? b : a))
}

/** Of the automatic discounts one counts for the goods and one for the delivery: the largest. */
function bestOf(cart: Cart, automatic: readonly Discount[]): Discount[] {
  const best = (those: readonly Discount[]) => {
    const totalWith = (discount: Discount) => give(cart, [discount]).total
    return those.toSorted((a, b) => totalWith(a) - totalWith(b)).slice(0, 1)
  }
  return [...best(automatic.filter(isOfGoods)), ...best(automatic.filter((discount) => !isOfGoods(discount)))]
}

const isOfGoods = ({ kind }: Discount) => kind !== 'delivery'

function give(cart: Cart, discounts: readonly Discount[]): PricedCart {
  const lines: PricedLine[] = unitPricesOf(cart.lines).map((line) => ({ ...line, discount: 0 }))
  const goods = sumOf(lines.map(priceOf))
  const fees = { delivery: cart.delivery, service: cart.service }
  const given: GivenDiscount[] = []
  const totalNow = () => sumOf(lines.map((line) => priceOf(line) - line.discount)) + fees.delivery + fees.service
  for (const discount of [...discounts.filter(isOfGoods), ...discounts.filter((one) => !isOfGoods(one))]) {
    const { key, label, source } = discount
    const its = lines.filter((line) => discount.lines?.includes(line.key) ?? true)
    if (sumOf(its.map(priceOf)) < (discount.least_sum ?? 0)) continue
    const rests = its.map((line) => ({ line, key: line.key, weight: priceOf(line) - line.discount }))
    const rest = { goods: sumOf(rests.map(({ weight }) => weight)), ...fees }
    const wanted = worthOf(discount, rest)
    let left = Math.min(wanted, Math.max(0, totalNow() - leastTotals[source]))
    if (left === 0) continue
    const part = { goods: 0, delivery: 0, service: 0 }
    for (const kind of takenFrom[discount.kind]) {
      part[kind] = Math.min(left, rest[kind])
      left -= part[kind]
    }
    for (const { line, share } of sharesOf(part.goods, rests)) line.discount += share
    fees.delivery -= part.delivery
    fees.service -= part.service
    given.push({ key, label, source, wanted, ...part })
  }
  return { lines, goods, delivery: cart.delivery, service: cart.service, discounts: given, total: totalNow() }
}

type Part = 'goods' | 'delivery' | 'service'

const takenFrom: Record<Discount['kind'], readonly Part[]> = {
  percent: ['goods'],
  amount: ['goods'],
  delivery: ['delivery'],
  agreed: ['goods', 'delivery', 'service'],
}

/** Half a rupiah is given. */
const worthOf = (discount: Discount, rest: Record<Part, number>): number =>
  discount.kind === 'percent'
    ? Math.floor((rest.goods * discount.percent + 50) / 100)
    : Math.min(discount.amount, sumOf(takenFrom[discount.kind].map((part) => rest[part])))

interface Weighted {
  key: string
  weight: number
}

/**
 * Share a whole amount by weight, with the largest remainders first, then by key. No share is above its weight if the amount is
 * not above the sum of the weights.
 */
export function sharesOf<T extends Weighted>(amount: number, those: readonly T[]): (T & { share: number })[] {
  const sum = BigInt(sumOf(those.map(({ weight }) => weight)))
  if (sum === 0n) return those.map((one) => ({ ...one, share: 0 }))
  const exact = those.map((one) => ({ one, product: BigInt(amount) * BigInt(one.weight) }))
  const missing = amount - sumOf(exact.map(({ product }) => Number(product / sum)))
  const first = exact
    .toSorted((a, b) => Number((b.product % sum) - (a.product % sum)) || byKey(a.one, b.one))
    .slice(0, missing)
  return exact.map((part) => ({ ...part.one, share: Number(part.product / sum) + (first.includes(part) ? 1 : 0) }))
}

/** What a piece of each line costs, in their order. */
export function unitPricesOf(lines: readonly GoodsLine[]): Omit<PricedLine, 'discount'>[] {
  const together = new Map<string, number>()
  const groupOf = ({ group, key }: GoodsLine) => group ?? key
  for (const line of lines) together.set(groupOf(line), (together.get(groupOf(line)) ?? 0) + line.quantity)
  return lines.map((line) => {
    const { key, quantity } = line
    return { key, quantity, unit_price: unitPriceOf(line, together.get(groupOf(line)) ?? quantity) }
  })
}

/** @param ordered  the quantity of the line and of all that count with it */
export function unitPriceOf(
  { price, steps = [], customer_price: own = price }: Pick<GoodsLine, 'price' | 'steps' | 'customer_price'>,
  ordered: number,
): number {
  const stepped = steps.filter((step) => step.quantity <= ordered).map((step) => step.price)
  return Math.min(price, own, ...stepped)
}

interface Compared {
  price: number
  compare_at_price: number | null
}

/** Whole percent, never rounded up. Null: the old price is not above the present one. */
export const percentOff = ({ price, compare_at_price: old }: Compared): number | null =>
  old !== null && old > price && price > 0 ? Math.floor(((old - price) * 100) / old) : null

const priceOf = ({ unit_price, quantity }: Pick<PricedLine, 'unit_price' | 'quantity'>): number => unit_price * quantity

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
