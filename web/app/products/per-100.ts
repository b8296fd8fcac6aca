import type { ProductSize } from '@camilan/contract/catalog'
import { weightGrams, weightOf } from '@camilan/contract/terms'
import { formatRupiah } from '~/platform/state/formats'

/** `Rp 12.000 per 100 g`, to compare sizes; of a liquid for 100 ml. Undefined for pieces whose weight nobody has said. */
export function per100(
  size: Pick<ProductSize, 'price' | 'weight'> & { net_weight_grams?: number | null | undefined },
): string | undefined {
  const net = size.net_weight_grams
  const amount = net || weightGrams(size.weight)
  if (!amount) return undefined
  const { unit = '' } = weightOf(size.weight) ?? {}
  const isLiquid = !net && ['LITER', 'ML'].includes(unit)
  return `${formatRupiah(Math.round((size.price * 100) / amount))} per 100 ${isLiquid ? 'ml' : 'g'}`
}
