/** The cost of an order as one list: every amount of an order is a sum of some of its charges. */
import type { City } from '@camilan/contract/cities'
import { kilogramsBegun, type WeighedLine } from '@camilan/contract/delivery-weight'
import type { DeliveryWay } from '@camilan/contract/order-values'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Selectable } from 'kysely'
import type { OrderCharges } from '../platform/db/db-types.ts'
import { deliveryCost } from '../settings/words/delivery.ts'

/** An amount is whole rupiah; it may be below zero. */
export type Charge = Pick<Selectable<OrderCharges>, 'kind' | 'label' | 'amount_idr'>

/** A line of an order with the values of its product. */
export type PricedLine = WeighedLine & { price: number }

/**
 * The charges of a new order, without those of zero. Without a city the usual cost of delivery applies. Where the buyer
 * fetches the order, delivery costs nothing.
 */
export function chargesOf(
  lines: readonly PricedLine[],
  settings: ShopSettings,
  { way, city }: { way: DeliveryWay; city: City | null | undefined },
): Charge[] {
  const { cost, per_kg } = deliveryCost(settings, city)
  const kilograms = per_kg ? kilogramsBegun(lines) : 1
  const charges: Charge[] = [
    { kind: 'goods', label: null, amount_idr: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) },
    { kind: 'delivery', label: null, amount_idr: way === 'pickup' ? 0 : cost * kilograms },
    { kind: 'service', label: null, amount_idr: settings.service_fee },
  ]
  return charges.filter(({ amount_idr }) => amount_idr !== 0)
}

export const totalOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + charge.amount_idr, 0)

export const totalOfKind = (charges: readonly Charge[], kind: Charge['kind']): number =>
  totalOf(charges.filter((charge) => charge.kind === kind))

/** The contract's `other_costs`: all charges but the goods. */
export const otherCostsOf = (charges: readonly Charge[]): number => totalOf(charges) - totalOfKind(charges, 'goods')
