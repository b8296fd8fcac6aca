/** The cost of an order as one list: every amount of an order is a sum of some of its charges. */
import { type DeliveryService, feeOf } from '@camilan/contract/delivery-fees'
import { gramsOf, type WeighedLine } from '@camilan/contract/delivery-weight'
import { stepsOf } from '@camilan/contract/price-steps'
import { type Discount, type GivenDiscount, type GoodsLine, priceCart, unitPricesOf } from '@camilan/contract/pricing'
import type { Selectable } from 'kysely'
import type { OrderCharges } from '../platform/db/db-types.ts'

/** An amount is whole rupiah; it may be below zero. */
export type Charge = Pick<Selectable<OrderCharges>, 'kind' | 'label' | 'amount_idr'>

/** With what of a discount is of a fee, not of the goods. */
export type NewCharge = Pick<Selectable<OrderCharges>, keyof Charge | 'of_delivery_idr' | 'of_service_idr'>

/** A line of an order with the values of its product. */
export type CartLine = WeighedLine & {
  productId: string
  /** Missing or null: of the stock. */
  batchId?: string | null
  /** Of one piece alone. */
  price: number
  /** As `stepsOf` reads them. */
  price_steps?: string | null
  group_id?: string | null
  /** Of one piece, for this buyer alone. */
  own_price?: number | null
}

/** What an order costs, and each line's share of its discounts. */
export interface PricedOrder<Line> {
  charges: NewCharge[]
  /** `price` is that of a piece in this order. */
  lines: (Line & { discount: number })[]
  discounts: readonly GivenDiscount[]
}

export interface Priced {
  serviceFee: number
  /** Null: the buyer fetches the order. */
  service: DeliveryService | null
  discounts?: readonly Discount[]
}

/** The charges of a new order, without those of zero. */
export function priceOrder<Line extends CartLine>(
  lines: readonly Line[],
  { serviceFee, service, discounts = [] }: Priced,
): PricedOrder<Line> {
  const parcel = { grams: gramsOf(lines), goods: goodsOf(lines) }
  const priced = priceCart({
    lines: lines.map(goodsLine),
    delivery: service ? feeOf(service, parcel).fee : 0,
    service: serviceFee,
    discounts: discounts.map((discount) => ({ ...discount, lines: linesOf(discount, lines) })),
  })
  const charges = [
    chargeOf('goods', priced.goods),
    chargeOf('delivery', priced.delivery),
    chargeOf('service', priced.service),
    ...priced.discounts.map(({ label, goods, delivery, service: ofService }) => ({
      kind: 'discount' as const,
      label,
      amount_idr: -goods - delivery - ofService,
      of_delivery_idr: delivery,
      of_service_idr: ofService,
    })),
  ]
  return {
    charges: charges.filter(({ amount_idr }) => amount_idr !== 0),
    lines: lines.map((line, index) => {
      const { unit_price: price = line.price, discount = 0 } = priced.lines[index] ?? {}
      return { ...line, price, discount }
    }),
    discounts: priced.discounts,
  }
}

const chargeOf = (kind: Charge['kind'], amount_idr: number): NewCharge => ({
  kind,
  label: null,
  amount_idr,
  of_delivery_idr: 0,
  of_service_idr: 0,
})

/** A product may have a line of the stock and one of each batch. */
const keyOf = ({ productId, batchId }: CartLine) => (batchId ? `${productId} ${batchId}` : productId)

/** A discount names products. */
const linesOf = ({ lines: productIds }: Discount, lines: readonly CartLine[]) =>
  productIds && lines.filter(({ productId }) => productIds.includes(productId)).map(keyOf)

const goodsLine = (line: CartLine): GoodsLine => ({
  key: keyOf(line),
  price: line.price,
  quantity: line.quantity,
  steps: stepsOf(line.price_steps),
  group: line.group_id ?? line.productId,
  customer_price: line.own_price ?? undefined,
})

export const goodsOf = (lines: readonly CartLine[]): number =>
  unitPricesOf(lines.map(goodsLine)).reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)

export const totalOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + charge.amount_idr, 0)

export const totalOfKind = (charges: readonly Charge[], kind: Charge['kind']): number =>
  totalOf(charges.filter((charge) => charge.kind === kind))

/** The contract's `other_costs` of an answer: all charges but the goods. Below zero where discounts exceed the fees. */
export const otherCostsOf = (charges: readonly Charge[]): number => totalOf(charges) - totalOfKind(charges, 'goods')

/** The contract's `other_costs` of a request: the fees after their discounts. */
export const feesOf = (charges: readonly NewCharge[]): number =>
  charges.reduce(
    (sum, { kind, amount_idr, of_delivery_idr, of_service_idr }) =>
      sum + (kind === 'delivery' || kind === 'service' ? amount_idr : 0) - of_delivery_idr - of_service_idr,
    0,
  )
