/** Amounts with a unit, as people write prices: `85rb`. Apart from formats.ts, which every page loads. */

const units: Record<string, number> = { rb: 1_000, ribu: 1_000, k: 1_000, jt: 1_000_000, juta: 1_000_000 }

/**
 * The readings of a number with a unit: `85rb`, `15 ribu`, `1,5jt`. Three digits after the only separator are a fraction or
 * a group. Undefined without a unit, or if the rest is no number.
 */
export function readingsWithUnit(amount: string): number[] | undefined {
  const [, count = '', unit = ''] = /^(.*\d) ?(rb|ribu|k|jt|juta)$/i.exec(amount) ?? []
  const size = units[unit.toLowerCase()]
  const [, whole = '', fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(count) ?? []
  if (size === undefined || whole === '') return undefined
  const value = Math.round(Number(`${whole}.${fraction || 0}`) * size)
  return fraction.length === 3 ? [value, Number(whole + fraction) * size] : [value]
}
