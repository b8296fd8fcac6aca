/** The cost of an order as one list: every amount of an order is a sum of some of its charges. */
import { type DeliveryService, feeOf } from '@camilan/contract/delivery-fees'
import { gramsOf, type WeighedLine } from '@camilan/contract/delivery-weight'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Selectable } from 'kysely'
import type { OrderCharges } from '../platform/db/db-types.ts'

/** An amount is whole rupiah; it may be below zero. */
export type Charge = Pick<Selectable<OrderCharges>, 'kind' | 'label' | 'amount_idr'>

/** A line of an order with the values of its product. */
export type PricedLine = WeighedLine & { price: number }

/**
 * The charges of a new order, without those of zero.
 * @param service  null: the buyer fetches the order
 */
export function chargesOf(
  lines: readonly PricedLine[],
  { service_fee }: Pick<ShopSettings, 'service_fee'>,
  service: DeliveryService | null,
): Charge[] {
  const goods = goodsOf(lines)
  const charges: Charge[] = [
    { kind: 'goods', label: null, amount_idr: goods },
    { kind: 'delivery', label: null, amount_idr: service ? feeOf(service, { grams: gramsOf(lines), goods }).fee : 0 },
    { kind: 'service', label: null, amount_idr: service_fee },
  ]
  return charges.filter(({ amount_idr }) => amount_idr !== 0)
}

export const goodsOf = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

export const totalOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + charge.amount_idr, 0)

export const totalOfKind = (charges: readonly Charge[], kind: Charge['kind']): number =>
  totalOf(charges.filter((charge) => charge.kind === kind))

/** The contract's `other_costs`: all charges but the goods. */
export const otherCostsOf = (charges: readonly Charge[]): number => totalOf(charges) - totalOfKind(charges, 'goods')
