const rupiahFormat = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

export function rupiah(amount: number): string {
  return `${amount < 0 ? '−' : ''}Rp${rupiahFormat.format(Math.abs(amount))}`
}

/** `5477 8324 5621`: a long number in groups of four digits. A company code of five stays as it is. */
export function grouped(digits: string): string {
  return digits.length < 6 ? digits : digits.replace(/(.{4})(?=.)/g, '$1 ')
}

const wibFormat = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

/** `20 November 2026, 14.00 WIB` of epoch milliseconds. */
export function wibDateTime(epochMs: number): string {
  return `${wibFormat.format(epochMs).replace(' pukul ', ', ')} WIB`
}
