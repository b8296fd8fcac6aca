import { findCourier, isUsualNumber } from '@camilan/contract/couriers'
import { maxLengths } from '@camilan/contract/lengths'
import type { Order, ShipmentForm } from '@camilan/contract/orders'
import { cleanFormat } from '@camilan/contract/texts'

/** The typed tracking number of each order, by its id. */
export type Numbers = Readonly<Record<string, string>>

/** The numbers of a pasted column or line. An empty cell between two others stays, so that the rest keeps its rows. */
export function readColumn(text: string): string[] {
  const cells = text.trim().split(/\r?\n|[\t,;]/)
  return cells.map((cell) =>
    cleanFormat(cell)
      .replace(/^"(.*)"$/, '$1')
      .slice(0, maxLengths.trackingNumber),
  )
}

/**
 * Writes a column into the orders, from the order with this index on. An empty cell leaves an order as it is.
 * @returns the new numbers, and those for which there is no order
 */
export function spread(numbers: Numbers, ids: readonly string[], from: number, column: readonly string[]) {
  const filled = column
    .map((number, index) => [ids[from + index], number] as const)
    .filter(([, number]) => number !== '')
  const spare = filled.filter(([id]) => id === undefined).map(([, number]) => number)
  return { numbers: { ...numbers, ...Object.fromEntries(filled.filter(([id]) => id !== undefined)) } as Numbers, spare }
}

export const isFetched = ({ delivery_way }: Pick<Order, 'delivery_way'>) => delivery_way === 'pickup'

/** An order that its buyer fetches has neither courier nor tracking number. */
export const shipmentOf = (
  order: Pick<Order, 'id' | 'delivery_way'>,
  typed: { courier: string; tracking_number: string },
): ShipmentForm & { id: string } => ({ id: order.id, ...(!isFetched(order) && typed) })

const plain = (number: string | undefined) =>
  cleanFormat(number ?? '')
    .replaceAll(' ', '')
    .toUpperCase()

/** What looks wrong about the number of an order; undefined for nothing. It may be sent all the same. */
export function warningOf(
  id: string,
  { ids, numbers, courier }: { ids: readonly string[]; numbers: Numbers; courier: string },
) {
  const number = plain(numbers[id])
  if (number === '') return undefined
  const twin = ids.find((other) => other !== id && plain(numbers[other]) === number)
  if (twin) return `Sama dengan resi pesanan #${twin}.`
  if (!isUsualNumber(courier, number))
    return `Bentuknya tidak seperti resi ${findCourier(courier)?.name}. Periksa lagi.`
}
