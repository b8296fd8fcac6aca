import type { Production, ProductionLine } from '@camilan/contract/production'
import { kindOf, type Terms } from '@camilan/contract/terms'
import { formatNumber } from '~/platform/state/formats'

/** The same goods as one line, whatever the days of their orders. A line that is ticked keeps its place. */
export function goodsOf(days: Production, terms: Terms): ProductionLine[] {
  const lines = Object.values(
    Object.groupBy(
      days.flatMap((day) => day.lines),
      keyOf,
    ),
  ) as ProductionLine[][]
  return lines
    .map((same) => {
      const [first] = same as [ProductionLine]
      const sum = (field: 'quantity' | 'packed' | 'made' | 'held') =>
        same.reduce((total, line) => total + line[field], 0)
      return { ...first, quantity: sum('quantity'), packed: sum('packed'), made: sum('made'), held: sum('held') }
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'id') || kindOf(terms, a).localeCompare(kindOf(terms, b), 'id'))
}

export const keyOf = ({ product_id, weight, packaging }: ProductionLine) => `${product_id} ${weight} ${packaging}`

/** The pieces that are to be made: neither packed nor ticked. */
export const leftOf = ({ quantity, packed, made }: ProductionLine) => quantity - packed - made

/** What of a line needs no more making: `dari 24: 8 sudah dikemas, 4 sudah dibuat`. Empty if it is nothing. */
export function progressOf({ quantity, packed, made }: ProductionLine): string {
  const parts = [
    ...(packed > 0 ? [`${formatNumber(packed)} sudah dikemas`] : []),
    ...(made > 0 ? [`${formatNumber(made)} sudah dibuat`] : []),
  ]
  return parts.length > 0 ? `dari ${formatNumber(quantity)}: ${parts.join(', ')}` : ''
}

export function sumOf(days: Production, field: 'orders' | 'packed_orders' | 'held_orders'): number {
  return days.reduce((total, day) => total + day[field], 0)
}

export const piecesLeft = (days: Production) =>
  days.flatMap(({ lines }) => lines).reduce((total, line) => total + leftOf(line), 0)

/** The list as a message: what is to be made, and what is ready. */
export function productionText(title: string, days: Production, terms: Terms): string {
  const goods = goodsOf(days, terms).filter(({ quantity }) => quantity > 0)
  const toMake = goods.filter((line) => leftOf(line) > 0)
  const ready = goods.filter((line) => leftOf(line) === 0)
  const row = (pieces: number, line: ProductionLine) => `${formatNumber(pieces)} ${line.name}, ${kindOf(terms, line)}`
  return [
    `*${title}*`,
    ...toMake.map((line) => `▢ ${row(leftOf(line), line)}`),
    ...(ready.length > 0 ? ['', 'Sudah siap:', ...ready.map((line) => `✓ ${row(line.quantity, line)}`)] : []),
  ].join('\n')
}
