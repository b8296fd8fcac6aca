export { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'

const wholeNumber = new Intl.NumberFormat('id-ID')
const relative = new Intl.RelativeTimeFormat('id', { numeric: 'auto' })

/** `1.250` */
export const formatNumber = (value: number): string => wholeNumber.format(value)

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** An ISO instant as `5 menit yang lalu` or `kemarin`. */
export function formatRelativeTime(instant: string, now = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return 'baru saja'
}
