import * as z from 'zod/mini'
import { ShipmentForm } from './orders.ts'
import { orderIdPattern } from './wire.ts'

const maxShippedAtOnce = 100
const chooseOrders = 'Pilih pesanan terlebih dahulu.'
const OrderId = z.string('Pesanan tidak dikenal.').check(z.regex(orderIdPattern, 'Pesanan tidak dikenal.'))
const someOrders = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item, chooseOrders)
    .check(
      z.minLength(1, chooseOrders),
      z.maxLength(maxShippedAtOnce, `Paling banyak ${maxShippedAtOnce} pesanan sekaligus.`),
    )

export const ShipOrders = z.object({ orders: someOrders(z.extend(ShipmentForm, { id: OrderId })) })
/** `packed` false removes the mark. */
export const PackOrders = z.object({ ids: someOrders(OrderId), packed: z.boolean('Pilih dikemas atau belum.') })
export const UndoShipments = z.object({ ids: someOrders(OrderId) })

/**
 * The result for each order of ShipOrders. `reason`: the sentence of a refusal. `note`: how an order was shipped before,
 * unless that was with the shipment that is asked for.
 */
export const ShippingResult = z.object({
  id: z.string(),
  outcome: z.enum(['shipped', 'shipped_before', 'refused']),
  reason: z.nullable(z.string()),
  note: z.optional(z.nullable(z.string())),
})
export type ShippingResult = z.infer<typeof ShippingResult>

/** The result for each order of UndoShipments. An order that is not shipped is undone too. */
export const UndoingResult = z.object({
  id: z.string(),
  outcome: z.enum(['undone', 'refused']),
  reason: z.nullable(z.string()),
})
export type UndoingResult = z.infer<typeof UndoingResult>
