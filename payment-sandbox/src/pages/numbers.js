const rupiahFormat = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

export function rupiah(amount) {
  return `${amount < 0 ? '−' : ''}Rp${rupiahFormat.format(Math.abs(amount))}`
}

/** `5477 8324 5621`: a long number in groups of four digits. A company code of five stays as it is. */
export function grouped(digits) {
  if (digits.length < 6) return digits
  return digits.replace(/(.{4})(?=.)/g, '$1 ')
}

export function wibDateTime(iso, language) {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'id-ID', {
    timeZone: 'Asia/Jakarta',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${format.format(new Date(iso)).replace(' pukul ', ', ').replace(' at ', ', ')} WIB`
}

/** `23:59:58`; there may be more than 24 hours. */
export function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
