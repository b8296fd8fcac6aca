const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
const wholeNumber = new Intl.NumberFormat('id-ID')
const jakarta = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const relative = new Intl.RelativeTimeFormat('id', { numeric: 'auto' })

/** `Rp 45.000` */
export const formatRupiah = (amount: number): string => rupiah.format(amount)

/** `1.250` */
export const formatNumber = (value: number): string => wholeNumber.format(value)

/** An instant of the wire as `20-11-2026 14:05 WIB`. */
export function formatJakartaTime(instant: string): string {
  const parts = Object.fromEntries(jakarta.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${parts.day}-${parts.month}-${parts.year} ${parts.hour}:${parts.minute} WIB`
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** An instant of the wire as `5 menit yang lalu`, `kemarin`. */
export function formatRelativeTime(instant: string, now = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return 'baru saja'
}
