/** How money and times are written on screen and in messages. */

const rupiahFormat = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })

/** `Rp 45.000`, with a no-break space. */
export function formatRupiah(amount: number): string {
  return rupiahFormat.format(amount)
}

const jakartaParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jakarta',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `21-11-2026 14:20 WIB`: Jakarta time, whatever the reader's own time zone. */
export function formatJakartaTime(time: Date | string): string {
  const part = Object.fromEntries(jakartaParts.formatToParts(new Date(time)).map(({ type, value }) => [type, value]))
  return `${part.day}-${part.month}-${part.year} ${part.hour}:${part.minute} WIB`
}
