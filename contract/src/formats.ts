/** How money and times are written on screen and in messages. */
export { formatJakartaTime } from './jakarta.ts'

/**
 * `1.250`. Whole numbers are grouped without Intl: the browser needs 10 to 20 ms to make its first formatter, four times
 * that on a phone, and most pages show nothing but whole numbers.
 */
export function formatNumber(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString('id-ID')
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
}

/** `Rp 45.000`, with a no-break space. */
export function formatRupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp\u00a0${formatNumber(Math.round(Math.abs(amount)))}`
}

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
