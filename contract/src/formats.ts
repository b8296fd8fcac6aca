/** How money and times are written on screen and in messages. */
export { formatJakartaTime } from './jakarta.ts'

const rupiahFormat = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })

/** `Rp 45.000`, with a no-break space. */
export function formatRupiah(amount: number): string {
  return rupiahFormat.format(amount)
}
