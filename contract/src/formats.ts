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
